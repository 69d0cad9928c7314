// Looks into values that came as JSON; none of them is trusted to be of any kind.

export const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
export const has = (given, name) => Object.hasOwn(given, name);
