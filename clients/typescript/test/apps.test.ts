// An app gets permission by the functions of this client.

import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { test } from "node:test";

import {
  AppProblem,
  authorizationAddress,
  challengeOf,
  DobonClient,
  DobonError,
  exchangeCode,
  newSecret,
  readMetadata,
  readRedirect,
  revokeToken,
  type ServerMetadata,
} from "dobon-client";
import { BASE_URL, newPlayer } from "./server.js";

const APP = { clientId: "my-app", redirectUri: "http://127.0.0.1:49152/back?kept=1" };

const hasCode = (code: string) => (error: unknown) => error instanceof AppProblem && error.code === code;

/** Ask a new player for permission; return the address to which the player comes back. */
async function returned(metadata: ServerMetadata, state: string, verifier: string, allow: boolean): Promise<string> {
  const asked = { ...APP, scope: "games:read", state, challenge: await challengeOf(verifier) };
  const address = authorizationAddress(metadata, asked);
  assert.equal((await fetch(address)).status, 200);
  // The page that is opened does this when the player decides.
  const parameters = Object.fromEntries(new URL(address).searchParams);
  const player = await newPlayer();
  const answer = await player.connection.request("POST", "/v1/authorization", { body: { ...parameters, allow } });
  return (answer.data as { redirect: string }).redirect;
}

test("the challenge is that of the example of RFC 7636", async () => {
  const challenge = await challengeOf("dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk");
  assert.equal(challenge, "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM");
});

test("an app gets a token once, plays by it and gives it back", async () => {
  const [metadata, state, verifier] = [await readMetadata(`${BASE_URL}/`), newSecret(), newSecret()];
  const code = readRedirect(metadata, await returned(metadata, state, verifier, true), state);
  const { access_token: token, scope } = await exchangeCode(metadata, { ...APP, code, verifier });
  assert.equal(scope, "games:read");
  const client = new DobonClient({ baseUrl: BASE_URL, token });
  assert.equal((await client.get("/v1/games")).status, 200);
  const unknown = exchangeCode(metadata, { ...APP, code: "another", verifier });
  await assert.rejects(unknown, hasCode("invalid_grant"));
  await revokeToken(metadata, { ...APP, token });
  const refused = (error: unknown) => error instanceof DobonError && error.code === "unauthorized";
  await assert.rejects(client.get("/v1/games"), refused);
});

test("a code is refused with another verifier", async () => {
  const [metadata, state] = [await readMetadata(BASE_URL), newSecret()];
  const code = readRedirect(metadata, await returned(metadata, state, newSecret(), true), state);
  const exchange = exchangeCode(metadata, { ...APP, code, verifier: newSecret() });
  await assert.rejects(exchange, /^AppProblem: invalid_grant: ./);
});

test("an app learns that the player refused", async () => {
  const [metadata, state] = [await readMetadata(BASE_URL), newSecret()];
  const address = await returned(metadata, state, newSecret(), false);
  assert.throws(() => readRedirect(metadata, address, state), hasCode("access_denied"));
});

test("an answer to another request, or from another server, is refused", async () => {
  const [metadata, state] = [await readMetadata(BASE_URL), newSecret()];
  const address = await returned(metadata, state, newSecret(), true);
  const wrong: [string, string, string | null][] = [
    ["wrong-state", "state", "another"],
    ["wrong-state", "state", null],
    ["wrong-issuer", "iss", "https://other.example"],
    ["wrong-issuer", "iss", null],
    ["no-code", "code", null],
  ];
  for (const [code, name, value] of wrong) {
    const changed = new URL(address);
    if (value === null) changed.searchParams.delete(name);
    else changed.searchParams.set(name, value);
    assert.throws(() => readRedirect(metadata, changed, state), hasCode(code));
  }
});

test("the metadata of another server are refused, and a server that does not answer is named so", async () => {
  const impostor = createServer((_, answer) => answer.end(JSON.stringify({ issuer: BASE_URL }))).listen(0);
  await once(impostor, "listening");
  const { port } = impostor.address() as AddressInfo;
  await assert.rejects(readMetadata(`http://127.0.0.1:${port}`), hasCode("wrong-issuer"));
  impostor.close();
  await assert.rejects(readMetadata(`${BASE_URL}/elsewhere`), hasCode("http-404"));
  const silent = (error: unknown) => error instanceof DobonError && error.code === "no-answer";
  await assert.rejects(readMetadata("http://127.0.0.1:1"), silent);
});
