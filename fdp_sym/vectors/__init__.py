"""The test-vector corpus: certified values that accountants are judged by."""
