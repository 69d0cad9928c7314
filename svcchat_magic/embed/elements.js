// Makes elements; text only ever becomes text, never markup.

// An element with properties, `on...` listeners, attributes (`aria-`, `role`, `data-`, ...) and children.
export function element(name, given = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(given)) {
    if (key.startsWith("on")) {
      made.addEventListener(key.slice(2), value);
    } else if (key in made && !key.includes("-")) {
      made[key] = value;
    } else if (value !== false && value !== null && value !== undefined) {
      made.setAttribute(key, value === true ? "" : value);
    }
  }

  made.append(...children);
  return made;
}

// A fresh id, for labels and the panels of tabs.
let made = 0;
export function freshId(of) {
  made += 1;
  return `${of}-${made}`;
}
