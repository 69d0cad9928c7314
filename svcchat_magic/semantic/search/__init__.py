"""Finding members of a model by the words of people: spelling, slips, synonyms and kinds of things."""
