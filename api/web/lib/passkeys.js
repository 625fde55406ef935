// Passkeys of the browser (Web Authentication). The API sends and receives bytes as URL-safe Base64.

import { fromBase64Url, toBase64Url } from "./client/hashes.js";

/** Can this page use passkeys? Browsers offer them to pages with https and to localhost, and never to IP addresses. */
export function passkeysWork() {
  return isSecureContext && "PublicKeyCredential" in window && !/^[\d.]+$|^\[/.test(location.hostname);
}

/** Return the address of this page at localhost, if it was opened by an IP address of this machine; null elsewhere. */
export function addressAtLocalhost() {
  if (!/^(127\.[\d.]+|\[::1\])$/.test(location.hostname)) return null;
  const address = new URL(location.pathname, location.origin);
  address.hostname = "localhost";
  return address;
}

/** Make a passkey; `options` are those of the API. Throws a `NotAllowedError` if the player declines. */
export async function createPasskey(options) {
  const publicKey = {
    ...options,
    challenge: fromBase64Url(options.challenge),
    user: { ...options.user, id: fromBase64Url(options.user.id) },
    excludeCredentials: (options.excludeCredentials ?? []).map((one) => ({ ...one, id: fromBase64Url(one.id) })),
  };
  const made = await navigator.credentials.create({ publicKey });
  const { clientDataJSON, attestationObject } = made.response;
  return inJson(made, { clientDataJSON, attestationObject });
}

/** Sign with a passkey that the player chooses; `options` are those of the API. Throws as `createPasskey`. */
export async function signWithPasskey(options) {
  const found = await navigator.credentials.get({ publicKey: { ...options, challenge: fromBase64Url(options.challenge), allowCredentials: [] } });
  const { clientDataJSON, authenticatorData, signature } = found.response;
  return inJson(found, { clientDataJSON, authenticatorData, signature });
}

/** Has the player declined, or the browser given up? */
export const isDeclined = (error) => ["NotAllowedError", "AbortError", "InvalidStateError"].includes(error?.name);

function inJson(credential, response) {
  const id = toBase64Url(new Uint8Array(credential.rawId));
  const sent = Object.entries(response).map(([name, buffer]) => [name, toBase64Url(new Uint8Array(buffer))]);
  return { id, rawId: id, type: credential.type, response: Object.fromEntries(sent) };
}
