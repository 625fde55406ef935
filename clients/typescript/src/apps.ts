// Permission of a player for an app, by OAuth 2.1 with PKCE (docs/accounts.md of the server, "Apps").

import { DobonError, NO_ANSWER } from "./errors.js";
import { sha256, toBase64Url } from "./hashes.js";
import type { AppToken, ServerMetadata } from "./types.js";

const METADATA = "/.well-known/oauth-authorization-server";
const TIMEOUT_MS = 30_000;

const MEANINGS: Record<string, string> = {
  "wrong-state": "The answer belongs to another request.",
  "wrong-issuer": "The answer comes from another server.",
  "no-code": "The answer has no code.",
  access_denied: "The player did not allow it.",
};

/** An app gets no token. */
export class AppProblem extends Error {
  /** `wrong-state`, `wrong-issuer` or `no-code`; an `error` of OAuth; or `http-502` and the like. */
  readonly code: string;

  constructor(code: string, description?: string | null) {
    super(MEANINGS[code] ?? (description ? `${code}: ${description}` : code));
    this.name = "AppProblem";
    this.code = code;
  }
}

/** What an app asks for. */
export interface AppRequest {
  clientId: string;
  redirectUri: string;
  /** Permissions, separated by spaces. */
  scope: string;
  state: string;
  challenge: string;
}

/** Return 43 random characters: a verifier, or a state. Keep both until the player comes back. */
export function newSecret(): string {
  return toBase64Url(crypto.getRandomValues(new Uint8Array(32)));
}

/** Return the challenge of a verifier (`S256` of RFC 7636). */
export async function challengeOf(verifier: string): Promise<string> {
  return toBase64Url(await sha256(verifier));
}

/** Return a server's addresses for apps (RFC 8414). Throws an `AppProblem`, and a `DobonError` without an answer. */
export async function readMetadata(baseUrl: string): Promise<ServerMetadata> {
  const issuer = baseUrl.replace(/\/$/, "");
  const found = (await (await send(issuer + METADATA)).json()) as ServerMetadata;
  if (found.issuer !== issuer) throw new AppProblem("wrong-issuer");
  return found;
}

/** Return the address that the player opens. */
export function authorizationAddress(metadata: ServerMetadata, asked: AppRequest): string {
  const query = new URLSearchParams({
    response_type: "code",
    client_id: asked.clientId,
    redirect_uri: asked.redirectUri,
    scope: asked.scope,
    state: asked.state,
    code_challenge: asked.challenge,
    code_challenge_method: "S256",
  });
  return `${metadata.authorization_endpoint}?${query}`;
}

/**
 * Return the code from the address to which the player came back. Throws an `AppProblem`.
 *
 * The answer has to belong to the request with this state, and to come from this server (RFC 9207).
 */
export function readRedirect(metadata: ServerMetadata, address: string | URL, state: string): string {
  const found = new URL(address).searchParams;
  if (found.get("state") !== state) throw new AppProblem("wrong-state");
  if (found.get("iss") !== metadata.issuer) throw new AppProblem("wrong-issuer");
  const error = found.get("error");
  if (error !== null) throw new AppProblem(error, found.get("error_description"));
  const code = found.get("code");
  if (code === null) throw new AppProblem("no-code");
  return code;
}

/** Return the token of a player for a code. Throws as `readMetadata`. It is not repeated: a code is valid once. */
export async function exchangeCode(
  metadata: ServerMetadata,
  { clientId, redirectUri, code, verifier }: { clientId: string; redirectUri: string; code: string; verifier: string },
): Promise<AppToken> {
  const form = {
    grant_type: "authorization_code",
    code,
    redirect_uri: redirectUri,
    client_id: clientId,
    code_verifier: verifier,
  };
  return (await (await send(metadata.token_endpoint, form)).json()) as AppToken;
}

/** Give a token back: nobody can use it any more. Throws as `readMetadata`. */
export async function revokeToken(
  metadata: ServerMetadata,
  { clientId, token }: { clientId: string; token: string },
): Promise<void> {
  await send(metadata.revocation_endpoint, { token, client_id: clientId });
}

async function send(address: string, form?: Record<string, string>): Promise<Response> {
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const init = form ? { method: "POST", body: new URLSearchParams(form), signal } : { signal };
  const response = await fetch(address, init).catch((cause: unknown) => {
    throw new DobonError({ code: NO_ANSWER, cause });
  });
  if (response.ok) return response;
  const found = (await response.json().catch(() => null)) as { error?: string; error_description?: string } | null;
  throw found?.error ? new AppProblem(found.error, found.error_description) : new AppProblem(`http-${response.status}`);
}
