"""Composition: the tensor product of trade-off functions, privacy-loss laws, and their limits."""

from __future__ import annotations

from .product import Product, tensor_product

__all__ = ["Product", "tensor_product"]
