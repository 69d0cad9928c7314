// Reads JSON texts from standard input and prints the addresses that markdown-it's linkify makes links of.
import { readFileSync } from "node:fs";

const { default: MarkdownIt } = await import(process.argv[2]);
const reader = new MarkdownIt({ html: true, linkify: true });
const texts = JSON.parse(readFileSync(0, "utf8"));
const hrefs = (html) => [...html.matchAll(/href="([^"]*)"/g)].map((found) => found[1]);
console.log(JSON.stringify(texts.map((text) => hrefs(reader.render(text)))));
