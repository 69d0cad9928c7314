"""Ask a conversational analytics service from a notebook; every result is a DataFrame and a chart."""
