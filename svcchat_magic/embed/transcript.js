// Messages folded into turns: a question, its steps, its results, its answer and how it ended.
// The rules of protocol/fold.py: a delta appends, anything else replaces, a complete message stays complete.

import { toolInput, toolKind, toolOutcome } from "./results.js";
import { isObject } from "./json_values.js";

export const STREAMING = "streaming";
export const COMPLETE = "complete";
export const ABORTED = "aborted";
export const FAILED = "failed";
export const DROPPED = "dropped";

const MOST_MESSAGES = 20_000;
const MOST_CHOICES = 9; // these three as in protocol/outcomes.py
const MOST_LABEL = 200;
const MOST_QUESTION = 2_000;
const UNANSWERED = ["clarify", "refused"];
const ENDED = [COMPLETE, ABORTED, FAILED, DROPPED];

export class Turn {
  status = STREAMING;
  error = "";
  #messages = new Map();

  constructor(question) {
    this.question = question;
    this.began = performance.now();
  }

  get isOver() {
    return ENDED.includes(this.status);
  }

  get seconds() {
    return ((this.ended ?? performance.now()) - this.began) / 1000;
  }

  // The turn ends once, as the first of these says.
  end(status, error = "") {
    if (!this.isOver) {
      this.status = status;
      this.error = error;
      this.ended = performance.now();
    }
  }

  // Forget what came: the same answer comes again from its first line.
  restart() {
    this.#messages.clear();
  }

  accept(message) {
    if (typeof message.id !== "string" || this.isOver) {
      return;
    }

    const earlier = this.#messages.get(message.id);
    if (!earlier && this.#messages.size >= MOST_MESSAGES) {
      return;
    }

    const given = fields(message);
    const at = { began: earlier?.began ?? this.seconds, ended: this.seconds };
    if (message.isDelta !== true || given.call) {
      this.#messages.set(message.id, { ...given, ...at, isWhole: message.isInProcess !== true });
    } else if (!earlier?.isWhole) {
      const before = earlier ?? { content: "", thinking: "", call: null, isFinal: false };
      const [content, thinking] = [before.content + given.content, before.thinking + given.thinking];
      this.#messages.set(message.id, { ...given, content, thinking, ...at, isWhole: false });
    }
  }

  // "clarify" or "refused" for a whole turn whose question was not answered, else "".
  get unanswered() {
    const { outcome } = this.view();
    return this.status === COMPLETE && UNANSWERED.includes(outcome) ? outcome : "";
  }

  // {steps, results, answer, outcome, choices}: text that a tool call followed is a step; the newest text is the answer.
  view() {
    const steps = [];
    let answer = null;
    for (const [id, message] of this.#messages) {
      if (message.thinking) {
        steps.push(note(`${id} thinking`, message, message.thinking));
      }

      if (message.call) {
        steps.push(toolStep(id, message));
        if (answer && !answer.isFinal) {
          steps.splice(-1, 0, note(id, answer, answer.content));
          answer = null;
        }
      }

      if (message.content && !message.call) {
        answer = message;
      }
    }

    const results = steps.filter((step) => step.outcome?.rows);
    const { content = "", outcome = "", choices = [] } = answer ?? {};
    return { steps, results, answer: content, outcome, choices };
  }
}

// The turns of a chat that was read, each complete or as it was left.
export function turnsOf(messages) {
  const turns = [];
  for (const message of messages) {
    if (message.role === "user") {
      turns.push(new Turn(typeof message.content === "string" ? message.content : ""));
    } else if (!isReserved(message)) {
      turns.at(-1)?.accept(message);
    }
  }

  for (const turn of turns) {
    turn.end(COMPLETE);
    turn.isEarlier = true;
  }

  return turns;
}

export const isReserved = (message) => typeof message.id === "string" && /^__\w+__$/.test(message.id);

function fields(message) {
  const path = Array.isArray(message.graphPath) ? message.graphPath : [];
  return {
    content: typeof message.content === "string" ? message.content : "",
    thinking: typeof message.thinking === "string" ? message.thinking : "",
    call: callOf(message.toolCall),
    isFinal: path[0] === "final" && path.length <= 2,
    outcome: typeof message.outcome === "string" ? message.outcome : "",
    choices: choicesOf(message.choices),
  };
}

// What to ask instead of a question that was not answered, each on one line.
function choicesOf(given) {
  const line = (text) => (typeof text === "string" ? text.trim().replace(/\s+/g, " ") : "");
  return (Array.isArray(given) ? given : [])
    .filter(isObject)
    .map((each) => ({ label: line(each.label) || line(each.question), question: line(each.question) }))
    .filter(({ label, question }) => question && question.length <= MOST_QUESTION && label.length <= MOST_LABEL)
    .slice(0, MOST_CHOICES);
}

function callOf(given) {
  if (!isObject(given) || typeof given.name !== "string") {
    return null;
  }

  const [input, result] = [given.input, given.result].map((each) => (typeof each === "string" ? each : null));
  return { name: given.name, input: input ?? "", result };
}

const note = (id, message, text) => ({ id, kind: "note", text, began: message.began, ended: message.ended });

function toolStep(id, message) {
  const { call } = message;
  message.read ??= { asked: toolInput(call), outcome: toolOutcome(call) };
  return { id, kind: toolKind(call.name), name: call.name, began: message.began, ended: message.ended, ...message.read };
}
