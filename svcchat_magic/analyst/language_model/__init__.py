"""Answers by a language model: it chooses analyses and queries, and every figure it tells is checked."""
