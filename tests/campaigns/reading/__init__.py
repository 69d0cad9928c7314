"""What the campaigns of the analyst's reading share: models, random analyses and their phrasing."""
