"""Composition: the tensor product of trade-off functions, privacy-loss laws, and their limits."""

from __future__ import annotations

from . import kov
from .product import Product, tensor_product

__all__ = ["Product", "kov", "tensor_product"]
