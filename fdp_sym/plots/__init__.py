"""Curves, regions, bands and profiles, for matplotlib and for pgfplots."""
