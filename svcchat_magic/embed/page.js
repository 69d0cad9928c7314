// The page: opens its session, and joins the question box, the chats and their list.

import { Chat } from "./chat.js";
import { element } from "./elements.js";
import { Refused, Service } from "./service.js";
import { visible } from "./visible_text.js";

const USUAL_QUESTIONS = ["What can I ask?"];
const MOST_QUESTIONS = 6;
const NEAR_THE_END = 120; // pixels: who reads further up is not pulled down
const MOST_QUESTION = 20_000;
const NO_WAY_IN = { 401: "This link was used before, or is too old.", 403: "This link is for another agent." };
const at = (id) => document.getElementById(id);
const { sessionId, agentId } = globalThis.svcchatOpening;
delete globalThis.svcchatOpening;

class Page {
  #service;
  #chats = [];
  #listed = [];
  #current;
  #box = at("question");
  #narrow = matchMedia("(max-width: 760px)");

  constructor(service) {
    this.#service = service;
    document.title = service.title;
    at("name").textContent = at("title").textContent = visible(service.title, 100);
    at("send").addEventListener("click", () => this.#send()); // no form: a sandbox may forbid to submit any
    at("stop").addEventListener("click", () => void this.#stop());
    at("new").addEventListener("click", () => this.#startNew());
    at("open-chats").addEventListener("click", () => this.#showList(true));
    at("close-chats").addEventListener("click", () => this.#showList(false));
    this.#narrow.addEventListener("change", () => this.#showList(false));
    document.addEventListener("keydown", (event) => this.#pressed(event));
    this.#box.addEventListener("keydown", (event) => this.#typed(event));
    this.#box.addEventListener("input", () => this.#grow());
    const first = [...service.questions, ...USUAL_QUESTIONS].slice(0, MOST_QUESTIONS);
    at("first").append(...first.map((each) => this.#suggestion(each)));
    this.#watchEnd();
    this.#startNew();
    void this.#list();
    at("app").hidden = false;
    this.#box.focus();
  }

  ask(question) {
    if (this.#current.isRunning || !question.trim()) {
      return;
    }

    const chat = this.#current;
    at("welcome").hidden = true;
    this.#follow = true;
    void chat.ask(question.trim().slice(0, MOST_QUESTION)).then(() => this.#list());
    this.#box.focus();
  }

  announce(sentence) {
    at("said").textContent = "";
    requestAnimationFrame(() => { at("said").textContent = sentence; });
  }

  changed(chat) {
    if (chat === this.#current) {
      at("send").hidden = chat.isRunning;
      at("stop").hidden = !chat.isRunning;
      this.#mark();
    }

    if (chat.id !== null && !this.#listed.some((each) => each.chatId === chat.id)) {
      void this.#list();
    }
  }

  sessionOver() {
    over("This session is over.");
  }

  #follow = true;

  #suggestion(question) {
    const onclick = () => this.ask(question);
    return element("button", { type: "button", className: "pill", onclick }, visible(question, 200));
  }

  #send() {
    const question = this.#box.value;
    if (this.#current.isRunning) {
      this.announce("An answer is still coming. Stop it, or wait for it.");
      return;
    }

    if (this.#current.isLoading) { // its turns come first
      this.announce("The chat is still loading.");
      return;
    }

    if (question.trim()) {
      this.#box.value = "";
      this.#grow();
      this.ask(question);
    }
  }

  async #stop() {
    this.announce("Stopping");
    this.#box.focus();
    await this.#current.stop();
  }

  #typed(event) {
    if (event.key === "Enter" && !event.shiftKey && !event.isComposing) {
      event.preventDefault();
      this.#send();
    }
  }

  #pressed(event) {
    if (event.key !== "Escape") {
      return;
    }

    if (document.body.classList.contains("listing")) {
      this.#showList(false);
    } else if (this.#current.isRunning) {
      void this.#stop();
    }
  }

  #grow() {
    this.#box.style.height = "auto";
    this.#box.style.height = `${Math.min(this.#box.scrollHeight, innerHeight / 3)}px`;
  }

  #startNew() {
    this.#show(new Chat(this.#service, this));
  }

  #show(chat) {
    if (!this.#chats.includes(chat)) {
      this.#chats.push(chat);
    }

    this.#current = chat;
    at("turns").replaceChildren(chat.element);
    at("welcome").hidden = !chat.isEmpty || chat.id !== null;
    this.#follow = true;
    this.#showList(false);
    this.changed(chat);
    this.#box.focus();
  }

  async #open(chatId) {
    this.#chats = this.#chats.filter((chat) => chat.id !== chatId || !chat.isLoading); // it may load for ever
    const known = this.#chats.find((chat) => chat.id === chatId);
    const chat = known ?? new Chat(this.#service, this, chatId);
    this.#show(chat);
    if (!known) {
      await this.#tried(() => chat.load(), chat);
      at("scroll").scrollTop = at("scroll").scrollHeight;
    }
  }

  async #tried(work, chat = null) {
    try {
      await work();
    } catch (cause) {
      if (cause instanceof Refused && cause.status === 401) {
        this.sessionOver();
      } else if (chat) {
        this.#chats = this.#chats.filter((each) => each !== chat);
        chat.element.replaceChildren(
          element("p", { className: "remark" }, "This chat could not be loaded. Choose it again to try once more."),
        );
      }
    }
  }

  async #list() {
    await this.#tried(async () => {
      this.#listed = await this.#service.chats();
      this.#drawList();
    });
  }

  #drawList() {
    const items = this.#listed.map((chat) => {
      const when = new Date(chat.startedAt * 1000);
      const button = element(
        "button",
        { type: "button", className: "chat", "data-chat": chat.chatId, onclick: () => void this.#open(chat.chatId) },
        element("span", { className: "chat-title" }, visible(chat.title, 200)),
        element("time", { dateTime: when.toISOString() }, told(when)),
      );
      return element("li", {}, button);
    });
    at("chat-list").replaceChildren(...items);
    at("no-chats").hidden = items.length > 0;
    this.#mark();
  }

  #mark() {
    for (const button of at("chat-list").querySelectorAll("button")) {
      const isCurrent = button.dataset.chat === this.#current.id;
      isCurrent ? button.setAttribute("aria-current", "true") : button.removeAttribute("aria-current");
    }
  }

  // On a narrow page the list lies over the chat, which nobody can reach meanwhile.
  #showList(isOpen) {
    const wasOpen = document.body.classList.contains("listing");
    document.body.classList.toggle("listing", isOpen);
    at("open-chats").setAttribute("aria-expanded", String(isOpen));
    at("main").inert = isOpen;
    if (isOpen) {
      at("close-chats").focus();
    } else if (wasOpen) {
      at("open-chats").focus();
    }
  }

  // Keeps the end in sight while it grows, unless the reader went up or does something with what is there.
  #watchEnd() {
    const scroll = at("scroll");
    let top = 0;
    scroll.addEventListener("scroll", () => {
      const isNear = scroll.scrollHeight - scroll.scrollTop - scroll.clientHeight < NEAR_THE_END;
      const wentUp = scroll.scrollTop < top; // the end goes away also by what has come before this is heard
      this.#follow = isNear || (this.#follow && !wentUp);
      top = scroll.scrollTop;
    });
    for (const touch of ["pointerdown", "keydown"]) {
      at("turns").addEventListener(touch, () => { this.#follow = false; });
    }

    new ResizeObserver(() => {
      if (this.#follow) {
        scroll.scrollTop = scroll.scrollHeight;
        top = scroll.scrollTop;
      }
    }).observe(at("turns"));
  }
}

function told(when) {
  const isToday = when.toDateString() === new Date().toDateString();
  return isToday
    ? when.toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" })
    : when.toLocaleDateString([], { day: "numeric", month: "short", year: "numeric" });
}

// The page can go no further by itself: it says so, and tells the site around it, which can give it a new session.
function over(sentence, mayTryAgain = false) {
  at("over-why").textContent = sentence;
  at("over-next").hidden = mayTryAgain;
  at("retry").hidden = !mayTryAgain;
  at("over").hidden = false;
  at("loading").hidden = true;
  takeQuestions(false);
  for (const origin of mayTryAgain ? [] : JSON.parse(document.body.dataset.origins)) {
    parent.postMessage({ type: "svcchat:session-over" }, origin === "self" ? location.origin : origin);
  }
}

// An answer that is still coming can be stopped.
function takeQuestions(isOpen) {
  for (const name of ["question", "send"]) {
    at(name).inert = !isOpen;
  }
}

async function open() {
  if (!sessionId) {
    over("This chat needs a new link.");
    return;
  }

  at("over").hidden = true;
  at("loading").hidden = false;
  takeQuestions(true);
  let service;
  try {
    service = await Service.open(sessionId, agentId);
  } catch (cause) {
    const why = cause instanceof Refused ? NO_WAY_IN[cause.status] : undefined;
    over(why ?? "The chat cannot be reached now.", !why);
    return;
  }

  at("loading").hidden = true;
  new Page(service);
}

at("retry").addEventListener("click", () => void open());
void open();
