// One turn on the page: the question, a quiet line of status, the steps, the results, the answer, what to ask next.

import { element } from "./elements.js";
import { closed, markdownElements, markdownLine } from "./markdown.js";
import { resultElement } from "./result_view.js";
import { sqlElements } from "./sql.js";
import { ABORTED, COMPLETE, DROPPED, FAILED, STREAMING } from "./transcript.js";
import { visible } from "./visible_text.js";

const SUGGESTING = "Try next:";
const MOST_SUGGESTIONS = 5;
const ENDINGS = {
  [COMPLETE]: ["✓", "Complete", ""],
  [ABORTED]: ["■", "Stopped", "Partial results are kept."],
  [FAILED]: ["✗", "Failed", "Partial results are kept."],
  [DROPPED]: ["✗", "Connection lost", "Partial results are kept."],
};
const UNANSWERED = { refused: ["▲", "Not answered"], clarify: ["▲", "Needs a choice"] };
const EARLIER = ["·", "Earlier"]; // a chat that is read does not say whether its answers are whole

export class TurnView {
  #turn;
  #ask;
  #announce;
  #load;
  #answer = "";
  #results = new Map();
  #steps = [];
  #parts;

  // `ask` takes a question to be asked next, `announce` a sentence for screen readers; `load` has what
  // a result is loaded with: `chart` by a uuid and a width, `rows` by a uuid and how many at most.
  constructor(turn, ask, announce, load) {
    this.#turn = turn;
    this.#ask = ask;
    this.#announce = announce;
    this.#load = load;
    const list = element("ol", { className: "step-list" });
    this.#parts = {
      status: element("p", { className: "status" }),
      list,
      steps: element("details", { className: "steps", hidden: true }, element("summary", {}, "How this was answered"), list),
      results: element("div", { className: "results" }),
      answer: element("div", { className: "answer" }),
      next: element("div", { className: "next" }),
    };
    const { status, steps, results, answer, next } = this.#parts;
    this.element = element(
      "article",
      { className: "turn" },
      element("h2", { className: "question" }, element("span", { className: "unseen" }, "Question: "), visible(turn.question)),
      ...[status, steps, results, answer, next],
    );
    this.draw();
  }

  // Draws what has changed since.
  draw() {
    const turn = this.#turn;
    const { steps, results, answer } = turn.view();
    this.#drawStatus(steps, results, answer);
    this.#drawSteps(steps);
    for (const step of results) {
      if (!this.#results.has(step.id)) {
        const drawn = resultElement(step.outcome, this.#announce, this.#load);
        this.#results.set(step.id, drawn);
        this.#parts.results.append(drawn);
      }
    }

    if (answer !== this.#answer) {
      this.#answer = answer;
      this.#parts.answer.replaceChildren(markdownElements(turn.isOver ? withoutSuggestions(answer).text : closed(answer)));
    }

    if (turn.isOver) {
      this.#drawEnd(answer);
    }
  }

  // The suggestions of a turn that is no longer the newest are out of date.
  outdate() {
    this.#parts.next.querySelectorAll("button, .suggestions, .choices").forEach((each) => each.remove());
  }

  #drawStatus(steps, results, answer) {
    const turn = this.#turn;
    const { status } = this.#parts;
    const facts = [counted(results.length, "query", "queries"), counted(steps.length, "step", "steps")];
    const seconds = turn.isEarlier ? [] : [`${turn.seconds.toFixed(1)}\u2009s`];
    if (turn.status === STREAMING) {
      const now = `${doing(steps, answer)} · ${seconds[0]}`;
      const text = status.lastChild;
      if (text?.nodeType === Node.TEXT_NODE && status.firstChild !== text) {
        text.data = now; // the turning wheel beside it goes on
      } else {
        status.replaceChildren(element("span", { className: "wheel", "aria-hidden": "true" }), now);
      }

      return;
    }

    const [mark, word] = UNANSWERED[turn.unanswered] ?? (turn.isEarlier ? EARLIER : ENDINGS[turn.status]);
    const kind = turn.unanswered ? " amber" : [FAILED, DROPPED].includes(turn.status) ? " bad" : "";
    status.replaceChildren(
      element("span", { className: `mark${kind}`, "aria-hidden": "true" }, mark),
      [word, ...facts, ...seconds].join(" · "),
    );
  }

  #drawSteps(steps) {
    const { list } = this.#parts;
    this.#parts.steps.hidden = steps.length === 0;
    let before = 0;
    steps.forEach((step, at) => {
      const took = this.#turn.isEarlier ? "" : `${Math.max(0, step.ended - before).toFixed(1)}\u2009s`;
      before = Math.max(before, step.ended);
      const drawn = `${step.id} ${step.text?.length ?? Boolean(step.outcome)} ${took}`;
      if (this.#steps[at] !== drawn) {
        this.#steps[at] = drawn;
        const item = stepElement(step, took);
        list.children[at] ? list.children[at].replaceWith(item) : list.append(item);
      }
    });
    this.#steps.length = steps.length;
    while (list.children.length > steps.length) {
      list.lastElementChild.remove();
    }
  }

  #drawEnd(answer) {
    const { next } = this.#parts;
    const turn = this.#turn;
    const { text, suggestions } = withoutSuggestions(answer);
    const isWhole = turn.status === COMPLETE && !turn.isEarlier;
    this.#parts.answer.replaceChildren(markdownElements(isWhole ? text : closed(text)));
    const [, , remark] = ENDINGS[turn.status];
    const said = [[turn.error && `The service says: ${visible(turn.error, 500)}`, "remark bad"], [remark, "remark"]];
    next.replaceChildren(...said.filter(([text]) => text).map(([text, className]) => element("p", { className }, text)));
    if (turn.status !== COMPLETE) {
      next.append(this.#button("Ask again", turn.question));
    } else if (!text.trim() && !turn.isEarlier) {
      next.append(element("p", { className: "remark" }, "The service sent no answer text."));
    }

    const { choices } = turn.view();
    if (turn.unanswered && choices.length) {
      next.append(this.#choices(choices));
    }

    if (suggestions.length) {
      const buttons = suggestions.map((each) => this.#button(each, each));
      next.append(element("div", { className: "suggestions", role: "group", "aria-label": "Suggested questions" }, ...buttons));
    }
  }

  // Each choice is a complete question: its button asks it.
  #choices(choices) {
    const items = choices.map(({ label, question }) => {
      const whole = label === question ? [] : [" ", element("span", { className: "muted" }, visible(question))];
      return element("li", {}, this.#button(visible(label), question), ...whole);
    });
    return element("ol", { className: "choices" }, ...items);
  }

  #button(label, question) {
    return element("button", { type: "button", className: "pill", onclick: () => this.#ask(question) }, label);
  }
}

// The answer without its last paragraph when that suggests what to ask next, and those suggestions.
export function withoutSuggestions(answer) {
  const trimmed = answer.trimEnd();
  const at = trimmed.lastIndexOf("\n\n");
  const last = trimmed.slice(at + 2);
  if (at < 0 || !last.startsWith(SUGGESTING)) {
    return { text: answer, suggestions: [] };
  }

  const listed = last.slice(SUGGESTING.length).split(" · ").slice(0, MOST_SUGGESTIONS);
  const plain = listed.map((each) => visible(markdownLine(each).textContent, 200).trim());
  return { text: trimmed.slice(0, at), suggestions: plain.filter(Boolean) };
}

function doing(steps, answer) {
  const last = steps.at(-1);
  if (answer) {
    return "Answering";
  }

  if (!last || last.kind === "note" || last.outcome) {
    return last ? "Thinking" : "Asking";
  }

  if (last.kind === "sql") {
    return `Running ${visible(last.asked.title || "a query", 100)}`;
  }

  return last.kind === "meta" ? "Searching the data model" : `Running ${visible(last.name, 100)}`;
}

function stepElement(step, took) {
  const words = element("div", { className: "step-words" }, ...told(step));
  const item = element("li", {}, words, element("span", { className: "took" }, took));
  if (step.kind === "sql" && step.asked.sql) {
    item.append(element("pre", { tabIndex: 0 }, element("code", {}, sqlElements(step.asked.sql))));
  }

  return item;
}

// A step in words, as parts of an element.
function told(step) {
  if (step.kind === "note") {
    return [markdownLine(step.text)];
  }

  const strong = (text) => element("strong", {}, visible(text, 300));
  const { outcome } = step;
  const subject = step.asked.title || step.name;
  if (outcome?.error !== undefined) {
    return [strong(subject), " ", element("span", { className: "bad" }, `failed: ${visible(outcome.error, 1_000)}`)];
  }

  if (step.kind === "meta") {
    const found = outcome ? `: ${counted(outcome.members, "member", "members")} of ${outcome.tables.length}` : "";
    return [outcome ? "Searched the data model for " : "Searching the data model for ", strong(step.asked.search), metaFound(found, outcome)];
  }

  if (outcome?.rows) {
    return ["Ran ", strong(subject), `: ${counted(outcome.totalRows, "row", "rows")}`];
  }

  return [outcome ? "Ran " : "Running ", strong(subject)];
}

function metaFound(found, outcome) {
  return outcome?.tables.length === 0 ? ": nothing found" : found && `${found} ${outcome.tables.length === 1 ? "table" : "tables"}`;
}

function counted(count, one, many) {
  return `${count.toLocaleString("en-US")} ${count === 1 ? one : many}`;
}
