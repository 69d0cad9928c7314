"""Small models made by hand, and questions read over them without any data."""

from datetime import date

from svcchat_magic.analyst.assembling.assembly import assembled
from svcchat_magic.analyst.constructions.grammar import GRAMMAR, TOP
from svcchat_magic.analyst.language.time_words import Calendar
from svcchat_magic.analyst.language.tokens import tokens_of
from svcchat_magic.analyst.lattice.lattice import lattice
from svcchat_magic.analyst.leftovers.cover import covers
from svcchat_magic.analyst.linking.catalog import catalog_of
from svcchat_magic.analyst.meaning.tree import IsIn
from svcchat_magic.semantic.model.model import Cube, Dimension, Join, Measure, Model

TODAY = date(2025, 3, 14)


def cube(name, title, dimensions, measures, joins=(), **more):
    """A cube of `{name: (type, title)}` and `{name: (type, title, column)}`, joined to the cubes named."""
    return Cube(
        name=name,
        sql_table=name,
        title=title,
        joins=tuple(Join(each, "many_to_one", f"{{CUBE}}.{each}_id = {{{each}.id}}") for each in joins),
        dimensions={
            "id": Dimension("id", "number", "id", primary_key=True),
            **{key: Dimension(key, kind, key, title=said) for key, (kind, said) in dimensions.items()},
        },
        measures={
            "count": Measure("count", "count", title=title),
            **{key: Measure(key, kind, sql, title=said) for key, (kind, said, sql) in measures.items()},
        },
        **more,
    )


def model_of(*cubes):
    """A model of some cubes."""
    return Model(cubes={each.name: each for each in cubes}, views={})


def catalog(model):
    """The catalog of a model."""
    return catalog_of(model)


def best(model, question, values=()):
    """The best reading of a question; `values` are (cube, dimension, value) that the data has."""
    known = catalog(model)
    found = {
        tuple(each.form for each in tokens_of(value)): ((known.by_key[of, name], value),)
        for of, name, value in values
    }
    tokens = tokens_of(question)
    chart = lattice(tokens, known, found, Calendar(TODAY))
    chart.build(GRAMMAR)
    return max((assembled(each, tokens) for each in covers(chart, tokens, TOP)), key=lambda each: each.score)


def kept(model, of, name, *values):
    """The condition that a dimension has one of some values."""
    return IsIn(catalog(model).by_key[of, name], values)
