"""The doorways: `%%ask`, `%ask`, `%chat`, and what registers them."""
