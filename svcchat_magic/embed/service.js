// Talks to the service that the page came from, by addresses relative to the page: it may stand behind a prefix.

const MOST_LINE = 8_000_000;
const RESENDS = [500, 1_000, 2_000]; // pauses in milliseconds; the service keeps a run for ten seconds
const MOST_CHARTS = 2; // asked for at once: the service takes only so many of one user
const BUSY = [429, 503];
const STOP_MILLISECONDS = 5_000;
const TERMINAL = ["__state__", "__aborted__", "__suspended__"]; // and an error: one of them ends every stream
const ROWS = "application/x-ndjson";
const STREAM = "text/event-stream"; // what proxies of hubs look for: any other answer they hold until its end

// The service refused; `status` is the HTTP status and the message is for the reader.
export class Refused extends Error {
  constructor(status, message) {
    super(message);
    this.status = status;
  }
}

// The connection was lost, or the stream broke off before its end.
export class ConnectionLost extends Error {}

export class Service {
  #token;
  #account;
  #agent;
  #messages = 0;
  #charts = 0; // that are being asked for
  #waiting = [];

  // Exchanges the session for a token, which is kept here and nowhere else.
  static async open(sessionId, agentId) {
    const body = { sessionId, ...(agentId === null ? {} : { agentId }) }; // refused when it is not the session's
    return new Service(await (await send("../api/v1/embed/exchange-session", { body })).json());
  }

  constructor(reply) {
    this.#token = reply.token;
    this.#account = reply.account;
    const [agent] = reply.agents;
    this.#agent = agent.id;
    this.title = agent.title;
    this.questions = agent.questions;
  }

  // The user's chats, newest first.
  async chats() {
    const path = `../api/v1/embed/chats?agent=${encodeURIComponent(this.#agent)}`;
    return (await (await this.#send(path, { method: "GET" })).json()).chats;
  }

  // The lines of a chat as it stands.
  async *read(chatId, signal) {
    const body = { chatId, messageId: this.#nextId() };
    yield* stream(await this.#send(this.#chat("stream-chat-state"), { body, signal, accept: STREAM }));
  }

  // The lines of an answer. After a lost connection the running answer is taken up again: once the service gives it
  // anew, `restarted` is called, and its lines come from the first one on.
  async *ask(input, chatId, signal, restarted) {
    const messageId = this.#nextId();
    const timezone = Intl.DateTimeFormat().resolvedOptions().timeZone;
    const body = { input, messageId, ...(timezone ? { sessionSettings: { timezone } } : {}) };
    for (let attempt = 0; ; attempt += 1) {
      try {
        const known = chatId();
        const asked = known ? { ...body, chatId: known } : body;
        const reply = await this.#send(this.#chat("stream-chat-state"), { body: asked, signal, accept: STREAM });
        if (attempt > 0) {
          restarted(); // not before: what came until now stays where nothing comes any more
        }

        yield* stream(reply);
        return;
      } catch (cause) {
        if (!(cause instanceof ConnectionLost) || signal.aborted || attempt >= RESENDS.length) {
          throw cause;
        }

        await pause(RESENDS[attempt]);
      }
    }
  }

  // Stops a chat's running answer; what came until then is kept by the service.
  async abort(chatId) {
    await this.#send(this.#chat("abort"), { body: { chatId }, signal: AbortSignal.timeout(STOP_MILLISECONDS) });
  }

  // {chart}: the chart of a result, laid out for so many pixels, or {refused}: why there is none.
  async chart(chatId, uuid, width) {
    if (this.#charts < MOST_CHARTS) {
      this.#charts += 1;
    } else {
      await new Promise((turn) => this.#waiting.push(turn)); // the next one that has ended gives its place
    }

    try {
      return await this.#sentAgain("../api/v1/embed/result-chart", { chatId, uuid, width });
    } finally {
      const next = this.#waiting.shift();
      next ? next() : (this.#charts -= 1);
    }
  }

  // The rows of a result as arrays, at most so many of them; what is left is not sent.
  async rows(chatId, uuid, most) {
    const leaving = new AbortController();
    const body = { chatId, uuid };
    const reply = await this.#send("../api/v1/embed/result-rows", { body, signal: leaving.signal, accept: ROWS });
    const rows = [];
    for await (const line of lines(reply)) {
      if (typeof line.error === "string") {
        throw new Refused(200, line.error);
      }

      if (Array.isArray(line.data)) {
        rows.push(...line.data.slice(0, most - rows.length));
      } else if (!("schema" in line)) {
        return rows;
      }

      if (rows.length >= most) {
        leaving.abort();
        return rows;
      }
    }

    throw new ConnectionLost("The rows ended before their end.");
  }

  // The reply to what may be asked any number of times.
  async #sentAgain(path, body) {
    for (let attempt = 0; ; attempt += 1) {
      try {
        return await (await this.#send(path, { body })).json();
      } catch (cause) {
        const mayPass = !(cause instanceof Refused) || BUSY.includes(cause.status);
        if (!mayPass || attempt >= RESENDS.length) {
          throw cause;
        }

        await pause(RESENDS[attempt]);
      }
    }
  }

  #nextId() {
    this.#messages += 1;
    return `${Date.now() + this.#messages}-message`;
  }

  #chat(what) {
    const [account, agent] = [this.#account, this.#agent].map(encodeURIComponent);
    return `../api/v1/public/${account}/agents/${agent}/chat/${what}`;
  }

  #send(path, given) {
    return send(path, { ...given, token: this.#token });
  }
}

async function send(path, { body, method = "POST", token = "", signal = null, accept = "*/*" }) {
  const headers = {
    Accept: accept,
    ...(body === undefined ? {} : { "Content-Type": "application/json" }),
    ...(token ? { Authorization: `Session ${token}` } : {}),
  };
  const options = { method, headers, signal, cache: "no-store", credentials: "same-origin", redirect: "error" };
  if (body !== undefined) {
    options.body = JSON.stringify(body);
  }

  const response = await fetch(path, options).catch((cause) => {
    throw lost(cause, signal);
  });
  if (!response.ok) {
    throw new Refused(response.status, await sentence(response));
  }

  return response;
}

// What a refusal says, if it says it in the service's own form.
async function sentence(response) {
  try {
    const { message } = (await response.json()).error;
    return typeof message === "string" ? message.slice(0, 500) : "";
  } catch {
    return "";
  }
}

// The lines of a stream up to its end. One without a terminal line was cut, however regular the connection's end
// looks behind a proxy; after the terminal line nothing can be lost any more.
async function* stream(response) {
  let isWhole = false;
  try {
    for await (const line of lines(response)) {
      isWhole ||= typeof line.error === "string" || TERMINAL.includes(line.id);
      yield line;
    }
  } catch (cause) {
    if (!isWhole || !(cause instanceof ConnectionLost)) {
      throw cause;
    }
  }

  if (!isWhole) {
    throw new ConnectionLost("The stream ended before its end.");
  }
}

// Each line as a value; one that is no JSON object is left out. Lines end at \n and nowhere else.
async function* lines(response) {
  const reader = response.body.getReader();
  const decoder = new TextDecoder();
  let rest = "";
  for (;;) {
    const { done, value } = await reader.read().catch((cause) => {
      throw lost(cause);
    });
    rest += done ? decoder.decode() : decoder.decode(value, { stream: true });
    const found = rest.split("\n");
    rest = done ? "" : found.pop();
    if (rest.length > MOST_LINE) {
      await reader.cancel();
      throw new ConnectionLost("A line of the answer is too long.");
    }

    yield* found.map(read).filter((each) => each !== null);
    if (done) {
      return;
    }
  }
}

function read(line) {
  try {
    const value = JSON.parse(line);
    return typeof value === "object" && !Array.isArray(value) ? value : null;
  } catch {
    return null;
  }
}

function lost(cause, signal) {
  return cause.name === "AbortError" || signal?.aborted ? cause : new ConnectionLost("The connection was lost.");
}

const pause = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));
