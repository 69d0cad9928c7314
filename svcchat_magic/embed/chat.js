// One chat on the page: its turns, and the answer that is coming. It goes on also while another chat is shown.

import { element } from "./elements.js";
import { ConnectionLost, Refused } from "./service.js";
import { ABORTED, COMPLETE, DROPPED, FAILED, Turn, isReserved, turnsOf } from "./transcript.js";
import { TurnView } from "./turn_view.js";

const DRAW_MILLISECONDS = 100;

export class Chat {
  id = null;
  #service;
  #page;
  #views = [];
  #controller = null;
  #isLoading = false;

  // `page` has ask(question), announce(sentence), changed(chat), sessionOver().
  constructor(service, page, id = null) {
    this.id = id;
    this.#service = service;
    this.#page = page;
    this.element = element("div", { className: "transcript" });
  }

  get isRunning() {
    return this.#controller !== null;
  }

  get isLoading() {
    return this.#isLoading;
  }

  get isEmpty() {
    return this.#views.length === 0;
  }

  // Shows the chat as the service has it.
  async load() {
    this.element.replaceChildren(element("p", { className: "muted" }, "Loading the chat…"));
    this.#isLoading = true;
    const messages = [];
    try {
      for await (const message of this.#service.read(this.id)) {
        messages.push(message);
      }
    } finally {
      this.#isLoading = false;
    }

    this.element.replaceChildren();
    turnsOf(messages).forEach((turn) => this.#show(turn));
  }

  async ask(question) {
    const turn = new Turn(question);
    const view = this.#show(turn);
    this.#controller = new AbortController();
    const drawing = setInterval(() => view.draw(), DRAW_MILLISECONDS);
    this.#page.changed(this);
    this.#page.announce("Answering");
    try {
      await this.#follow(turn, question);
      turn.end(DROPPED);
    } catch (cause) {
      this.#failed(turn, cause);
    } finally {
      clearInterval(drawing);
      this.#controller = null;
      view.draw();
      this.#page.changed(this);
      this.#page.announce(spoken(turn));
    }
  }

  // Stops the answer on the service; without a chat yet, closing the connection is all there is to do.
  async stop() {
    const controller = this.#controller;
    if (!controller) {
      return;
    }

    try {
      if (this.id) {
        await this.#service.abort(this.id);
        return;
      }
    } catch {
      this.#page.announce("The stop request failed. The answer is no longer shown here.");
    }

    controller.abort();
  }

  #show(turn) {
    this.#views.at(-1)?.outdate();
    const view = new TurnView(
      turn,
      (question) => this.#page.ask(question),
      (text) => this.#page.announce(text),
      {
        chart: (uuid, width) => this.#asked(() => this.#service.chart(this.id, uuid, width)),
        rows: (uuid, most) => this.#asked(() => this.#service.rows(this.id, uuid, most)),
      },
    );
    this.#views.push(view);
    this.element.append(view.element);
    return view;
  }

  async #follow(turn, question) {
    const restarted = () => turn.restart();
    for await (const message of this.#service.ask(question, () => this.id, this.#controller.signal, restarted)) {
      if (typeof message.error === "string") {
        turn.end(FAILED, message.error);
      } else if (message.id === "__cutoff__") {
        this.#named(message.state?.chatId);
      } else if (message.id === "__aborted__") {
        turn.end(ABORTED);
      } else if (message.id === "__state__") {
        turn.end(COMPLETE);
      } else if (!isReserved(message) && message.role !== "user") {
        turn.accept(message);
      }
    }
  }

  async #asked(load) {
    try {
      return await load();
    } catch (cause) {
      if (cause instanceof Refused && cause.status === 401) {
        this.#page.sessionOver();
      }

      throw cause;
    }
  }

  #named(chatId) {
    if (this.id === null && typeof chatId === "string") {
      this.id = chatId;
      this.#page.changed(this);
    }
  }

  #failed(turn, cause) {
    if (cause instanceof Refused) {
      const isOver = cause.status === 401;
      turn.end(FAILED, isOver ? "This session is over." : cause.message || `status ${cause.status}`);
      if (isOver) {
        this.#page.sessionOver();
      }

      return;
    }

    turn.end(cause instanceof ConnectionLost ? DROPPED : ABORTED);
    if (!(cause instanceof ConnectionLost) && cause.name !== "AbortError") {
      throw cause;
    }
  }
}

// The end of a turn for those who hear the page.
function spoken(turn) {
  const { answer } = turn.view();
  const words = answer.replace(/[*_`#>|]/g, "").slice(0, 600);
  return turn.status === COMPLETE ? words || "Complete" : `The answer is not complete. ${words}`;
}
