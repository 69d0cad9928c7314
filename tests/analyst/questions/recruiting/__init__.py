"""Recruiting of a software company as one wide table of job applications, without a model."""
