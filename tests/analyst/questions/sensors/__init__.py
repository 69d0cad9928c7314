"""A network of weather and air stations as raw tables, without a model: stations, readings, maintenance."""
