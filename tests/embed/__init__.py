"""Tests of the embedded page's own files, and how its libraries are made."""
