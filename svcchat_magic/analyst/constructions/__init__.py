"""How items make larger ones: the constructions of English questions, and the grammar they form."""
