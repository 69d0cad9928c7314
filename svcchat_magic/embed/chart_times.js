// Values as a chart's rows have them: text inert, times as the clock showed them, in every reader's zone.
// The same as frames/chart_times.py.

import { plainTime } from "./cells.js";
import { chartText } from "./spec_literals.js";

const ZONE = /(:\d\d(?:\.\d+)?)(Z|[+-]\d\d)(?::?(\d\d))?$/;

// One field's values; a zone that all of its times share is no reason to move them.
export function drawnColumn(values, isTime) {
  if (!isTime) {
    return values.map(drawn);
  }

  const zones = new Set(values.filter((value) => value !== null).map((value) => zoneOf(textOf(value))));
  const isClock = zones.size < 2 || [...zones].every((zone) => ["", "Z"].includes(zone));
  return values.map((value) => moment(value, isClock));
}

function drawn(value) {
  if (isPlain(value)) {
    return value;
  }

  const text = textOf(value);
  const plain = plainTime(text);
  return plain === null || ZONE.test(plain) ? chartText(text) : plain;
}

function moment(value, isClock) {
  if (isPlain(value)) {
    return value;
  }

  const text = textOf(value);
  const plain = plainTime(text);
  if (plain === null) {
    return chartText(text);
  }

  const [day, clock = ""] = plain.split(" ");
  // A bare date would be read as midnight in Greenwich, and land on the day before in America.
  return `${day}T${clock.replace(ZONE, "$1") || "00:00:00"}${isClock ? "" : zoneOf(text)}`;
}

// The zone of a time that names one: Z, or an offset such as +02:00.
function zoneOf(text) {
  const found = plainTime(text) === null ? null : ZONE.exec(text);
  if (!found) {
    return "";
  }

  const [, , hours, minutes = "00"] = found;
  return hours === "Z" || (hours === "+00" && minutes === "00") ? "Z" : `${hours}:${minutes}`;
}

const isPlain = (value) => value === null || ["boolean", "number"].includes(typeof value);
const textOf = (value) => (typeof value === "string" ? value : JSON.stringify(value));
