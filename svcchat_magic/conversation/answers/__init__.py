"""What is received for a question: messages, results, all rows, and the answer made of them."""
