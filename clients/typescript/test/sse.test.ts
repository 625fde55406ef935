import assert from "node:assert/strict";
import { test } from "node:test";

import { MessageParser } from "#internal/sse.js";

const STREAM = 'retry: 1000\n: a comment\n\nid: 7\ndata: {"a":1}\n\nevent: end\r\ndata: {\r\ndata:}\r\n\r\n';
const MESSAGES = [
  { name: "message", data: '{"a":1}', id: "7" },
  { name: "end", data: "{\n}", id: "7" },
];

test("messages are the same however the stream is cut", () => {
  for (let size = 1; size <= STREAM.length; size += 1) {
    const parser = new MessageParser();
    const pieces = STREAM.match(new RegExp(`[^]{1,${size}}`, "g")) ?? [];
    assert.deepEqual(
      pieces.flatMap((piece) => parser.feed(piece)),
      MESSAGES,
      `in pieces of ${size}`,
    );
  }
});

test("a message without its empty line is not delivered", () => {
  assert.deepEqual(new MessageParser().feed("data: 1\n"), []);
});
