// What a tool was asked and what it gave back (2.4 to 2.6); the same as protocol/results.py, all of it untrusted.

import { has, isObject } from "./json_values.js";

export function toolKind(name) {
  if (name.endsWith("SqlApi")) {
    return "sql";
  }

  return name.endsWith("Meta") ? "meta" : "other";
}

// The call's input; empty fields when it is not JSON.
export function toolInput(call) {
  const given = parsed(call.input);
  return {
    search: text(given, "searchQuery"),
    sql: text(given, "sqlQuery") || text(given, "query"),
    title: text(given, "queryTitle"),
    vegaSpec: specText(given),
  };
}

// {error}, {tables, members} or {title, sql, columns, rows, totalRows, vegaSpec, uuid}; null while the call runs.
export function toolOutcome(call) {
  if (typeof call.result !== "string") {
    return null;
  }

  let given = parsed(call.result);
  if (typeof given === "string") {
    given = parsed(given);
  }

  if (!isObject(given)) {
    return { error: "The tool's result is not an object." };
  }

  const error = has(given, "error") ? given.error : null;
  if (error !== null) {
    return { error: typeof error === "string" ? error : JSON.stringify(error) };
  }

  switch (toolKind(call.name)) {
    case "sql":
      return sqlResult(given, toolInput(call));
    case "meta":
      return metaResult(given);
    default:
      return {};
  }
}

function sqlResult(given, asked) {
  const data = has(given, "data") ? given.data : [];
  if (!Array.isArray(data)) {
    return { error: "The tool's result holds no rows." };
  }

  const columns = columnsOf(given, data);
  const rows = data.map((row) => castRow(row, columns));
  const total = Number(given.totalRows);
  return {
    title: text(given, "queryTitle") || asked.title,
    sql: text(given, "sqlQuery") || text(given, "query") || asked.sql,
    columns,
    rows,
    totalRows: Math.max(Number.isFinite(total) ? Math.trunc(total) : 0, rows.length),
    vegaSpec: specText(given) || asked.vegaSpec,
    uuid: text(given, "uuid"),
  };
}

// The result with these rows in place of its own.
export function withRows(result, data) {
  const rows = data.map((row) => castRow(row, result.columns));
  return { ...result, rows, totalRows: Math.max(result.totalRows, rows.length) };
}

function columnsOf(given, data) {
  if (Array.isArray(given.schema)) {
    const named = given.schema.filter(isObject);
    return named.map((each) => ({ name: text(each, "name"), type: text(each, "column_type") || "String" }));
  }

  const names = new Set(data.filter(isObject).flatMap((row) => Object.keys(row)));
  const width = data.reduce((most, row) => Math.max(most, Array.isArray(row) ? row.length : 0), 0);
  for (let at = names.size; at < width; at += 1) {
    names.add(`column_${at + 1}`);
  }

  return [...names].map((name) => ({ name, type: "" }));
}

function castRow(row, columns) {
  const cells = Array.isArray(row) ? row : [row];
  const value = (column, at) => (isObject(row) ? (has(row, column.name) ? row[column.name] : null) : cells[at]);
  return columns.map((column, at) => cast(value(column, at) ?? null, column.type));
}

function cast(value, type) {
  if (type === "Boolean" && typeof value === "string") {
    return { true: true, false: false }[value.toLowerCase()] ?? value;
  }

  if (!["Int64", "Double", "Decimal"].includes(type) || typeof value !== "string" || !value.trim()) {
    return value;
  }

  const number = Number(value);
  // A number with more digits than the page can count with stays as it was written.
  return Number.isFinite(number) && !(Math.abs(number) > Number.MAX_SAFE_INTEGER) ? number : value;
}

function metaResult(given) {
  const tables = Array.isArray(given.cubes) ? given.cubes.filter(isObject) : [];
  const lists = tables.flatMap((table) => [table.members, table.measures, table.dimensions].filter(Array.isArray));
  return {
    tables: tables.map((table) => text(table, "name")),
    members: lists.reduce((count, each) => count + each.length, 0),
  };
}

function parsed(given) {
  try {
    return typeof given === "string" ? JSON.parse(given) : null;
  } catch {
    return null;
  }
}

function text(given, name) {
  return isObject(given) && has(given, name) && typeof given[name] === "string" ? given[name] : "";
}

// A chart specification as text; some deployments send it as an object.
function specText(given) {
  const spec = isObject(given) && has(given, "vegaSpec") ? given.vegaSpec : "";
  return isObject(spec) ? JSON.stringify(spec) : text({ spec }, "spec");
}
