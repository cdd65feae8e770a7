"""Plots: matplotlib figures and pgfplots exports of curves, regions, bands and profiles."""
