// The parser alone: the page makes elements of its tokens, and never markup.
export { default } from "markdown-it";
