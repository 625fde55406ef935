// Server-Sent Events, parsed as the HTML standard says.

/** One message of a stream. */
export interface Message {
  /** The type; `message` if the server names none. */
  name: string;
  data: string;
  /** The id of this message, or the last one before it; null if there was none. */
  id: string | null;
}

/**
 * Yield the messages of a body until it ends or the signal is aborted. `onBytes` is called for each piece, comments
 * included.
 */
export async function* readMessages(
  body: ReadableStream<Uint8Array>,
  signal: AbortSignal,
  onBytes: () => void,
): AsyncGenerator<Message, void> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  const parser = new MessageParser();
  const cancel = () => void reader.cancel().catch(() => {});
  signal.addEventListener("abort", cancel);
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      onBytes();
      yield* parser.feed(decoder.decode(value, { stream: true }));
    }
  } finally {
    signal.removeEventListener("abort", cancel);
    cancel();
  }
}

/** Assembles messages from pieces of text. */
export class MessageParser {
  #rest = "";
  #name = "";
  #data: string[] = [];
  #id: string | null = null;

  /** Return the messages that this piece completes. */
  feed(text: string): Message[] {
    const found: Message[] = [];
    // A carriage return at the end may be the first half of a line end.
    const lines = (this.#rest + text).split(/\r\n|\n|\r(?!$)/);
    this.#rest = lines.pop() ?? "";
    for (const line of lines) {
      const message = this.#take(line);
      if (message) found.push(message);
    }
    return found;
  }

  #take(line: string): Message | null {
    if (line === "") {
      const message = { name: this.#name || "message", data: this.#data.join("\n"), id: this.#id };
      const complete = this.#data.length > 0;
      this.#name = "";
      this.#data = [];
      return complete ? message : null;
    }
    const [, field = "", value = ""] = /^([^:]*)(?:: ?(.*))?$/s.exec(line) ?? [];
    if (field === "data") this.#data.push(value);
    else if (field === "event") this.#name = value;
    else if (field === "id" && !value.includes("\0")) this.#id = value;
    return null;
  }
}
