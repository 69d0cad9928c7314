"""The magics `%%ask`, `%ask` and `%chat`, and what registers them."""
