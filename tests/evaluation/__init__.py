"""Tests of the grader: planted wrong answers are found, right ones pass."""
