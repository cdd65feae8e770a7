"""The questions of the corpus, one small module a family."""
