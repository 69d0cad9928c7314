"""Parts of a question put into one analysis: which number, whose rows, by what, when."""
