"""A grant-making foundation: programmes, organisations, applications, grants, payments and reviewers."""
