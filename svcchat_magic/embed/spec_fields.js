// Which fields a chart may read: the result's columns, and what its own transforms made of them.
// The same as frames/chart_fields.py.

import { ChartRefused, chartText } from "./spec_literals.js";

const MOST_FIELDS = 50;
const PLAIN = /^[A-Za-z][A-Za-z0-9_ ]{0,63}$/;
const OF_EVERY_OBJECT = new Set([
  "__proto__", "constructor", "prototype", "hasOwnProperty", "isPrototypeOf", "propertyIsEnumerable",
  "toLocaleString", "toString", "valueOf",
  "__defineGetter__", "__defineSetter__", "__lookupGetter__", "__lookupSetter__",
]);

export class Fields {
  // `names` is a Map from the name a chart may use to the name its rows carry.
  constructor(names) {
    this.names = names;
  }

  static of(columns) {
    return new Fields(fieldNames(columns));
  }

  read(name) {
    return this.names.get(this.column(name));
  }

  // The name of a field as its column has it, however the chart spells it.
  column(name) {
    if (typeof name !== "string" || OF_EVERY_OBJECT.has(name)) {
      throw new ChartRefused("The chart names a field that no result can have.");
    }

    for (const wanted of [name, name.replace(/\\(.)/g, "$1"), name.replace(/^[[\]'"]+|[[\]'"]+$/g, "")]) {
      if (this.names.has(wanted)) {
        return wanted;
      }
    }

    throw new ChartRefused(`The chart uses “${chartText(name.slice(0, 60))}”, which is not a column of the result.`);
  }

  readAll(names) {
    if (!Array.isArray(names) || names.length > MOST_FIELDS) {
      throw new ChartRefused("The chart lists its fields in a way that cannot be read.");
    }

    return names.map((name) => this.read(name));
  }

  having(made) {
    return new Fields(new Map([...this.names, ...made.map((name) => [name, madeName(name)])]));
  }

  // What an aggregation leaves: the fields it grouped by, and those it makes.
  only(left, made) {
    return new Fields(new Map([...this.names].filter(([, field]) => left.includes(field)))).having(made);
  }
}

// A column's name and the name its values carry in a chart's rows: dots and brackets would be read as paths.
export function fieldNames(columns) {
  const taken = new Set(columns.filter(isPlain));
  const names = new Map();
  columns.forEach((column, at) => {
    let plain = taken.has(column) ? column : column.replace(/[^A-Za-z0-9]+/g, "_").replace(/^_+|_+$/g, "");
    if (!taken.has(column) && (taken.has(plain) || !isPlain(plain))) {
      let number = at + 1;
      while (taken.has(`column ${number}`)) {
        number += 1;
      }

      plain = `column ${number}`;
    }

    if (!names.has(column)) {
      names.set(column, plain);
    }

    taken.add(plain);
  });
  return names;
}

// The name of a field that a transform makes.
export function madeName(name) {
  if (typeof name === "string" && isPlain(name)) {
    return name;
  }

  throw new ChartRefused("The chart gives a computed field a name that cannot be used.");
}

function isPlain(name) {
  return PLAIN.test(name) && !OF_EVERY_OBJECT.has(name) && name !== "image";
}
