"""What the data means, as values: cubes, views, joins and the SQL of their members."""
