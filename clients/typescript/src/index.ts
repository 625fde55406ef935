export { AccountStream, type AccountItem } from "./account-stream.js";
export {
  AppProblem,
  authorizationAddress,
  challengeOf,
  exchangeCode,
  newSecret,
  readMetadata,
  readRedirect,
  revokeToken,
  type AppRequest,
} from "./apps.js";
export { DobonClient } from "./client.js";
export { ServerClock } from "./clock.js";
export { Connection, newKey, type Answer, type ConnectionOptions, type RequestOptions } from "./connection.js";
export { Cut, CutProblem, type CutCode, type Store } from "./cuts.js";
export { DobonError } from "./errors.js";
export type { components, paths } from "./openapi.js";
export type { Download } from "./downloads.js";
export type { DataOf, FreshDataOf, ItemOf, OptionsOf, PagedPath, PathOf } from "./operations.js";
export { GameStream, type StreamItem, type StreamOptions, type StreamState } from "./stream.js";
export { checkReceipt, ReceiptProblem, type ReceiptCode } from "./receipts.js";
export { Table } from "./table.js";
export type * from "./types.js";
export { verifyWebhook, WebhookProblem, type WebhookHeaders } from "./webhooks.js";
