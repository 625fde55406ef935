import assert from "node:assert/strict";
import { test } from "node:test";

import { DobonClient, DobonError } from "dobon-client";
import * as oauth from "oauth4webapi";
import { BASE_URL, newPlayer } from "./server.js";

const BACK = "https://app.example/back";
const options = { [oauth.allowInsecureRequests]: true };

test("an app that nobody knows gets permission by a library of others, plays, and is refused the rest", async () => {
  const player = await newPlayer();
  const issuer = new URL(BASE_URL);
  const found = await oauth.discoveryRequest(issuer, { algorithm: "oauth2", ...options });
  const server = await oauth.processDiscoveryResponse(issuer, found);
  const app: oauth.Client = { client_id: "my-app" };

  const secret = oauth.generateRandomCodeVerifier();
  const state = oauth.generateRandomState();
  const asked = {
    response_type: "code",
    client_id: app.client_id,
    redirect_uri: BACK,
    scope: "games:read games:play",
    state,
    code_challenge: await oauth.calculatePKCECodeChallenge(secret),
    code_challenge_method: "S256",
  };
  assert.equal((await fetch(`${server.authorization_endpoint}?${new URLSearchParams(asked)}`)).status, 200);

  // The page that is opened does this when the player allows it.
  const body = { ...asked, allow: true };
  const { data } = await player.post("/v1/authorization", { body });

  const returned = oauth.validateAuthResponse(server, app, new URL(data.redirect), state);
  const answer = await oauth.authorizationCodeGrantRequest(server, app, oauth.None(), returned, BACK, secret, options);
  const { access_token: token, scope } = await oauth.processAuthorizationCodeResponse(server, app, answer);
  assert.equal(scope, "games:play games:read");

  const client = new DobonClient({ baseUrl: BASE_URL, token });
  assert.equal((await client.post("/v1/games", { body: { ruleset: "durak", seats: 2 } })).data.seats, 2);
  await assert.rejects(client.get("/v1/players/me"), (error) => error instanceof DobonError && error.code === "insufficient-scope");

  const again = await oauth.authorizationCodeGrantRequest(server, app, oauth.None(), returned, BACK, secret, options);
  await assert.rejects(
    oauth.processAuthorizationCodeResponse(server, app, again),
    (error) => error instanceof oauth.ResponseBodyError && error.error === "invalid_grant",
  );
  await oauth.processRevocationResponse(await oauth.revocationRequest(server, app, oauth.None(), token, options));
  await assert.rejects(client.get("/v1/games"), (error) => error instanceof DobonError && error.code === "unauthorized");
});
