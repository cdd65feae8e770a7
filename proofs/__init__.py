"""The statements, one folder per paper; the files are loaded by path, never imported."""
