export { DobonClient } from "./client.js";
export { ServerClock } from "./clock.js";
export { Connection, newKey, type Answer, type ConnectionOptions, type RequestOptions } from "./connection.js";
export { DobonError } from "./errors.js";
export type { components, paths } from "./openapi.js";
export type { DataOf, OptionsOf, PathOf } from "./operations.js";
export { GameStream, type StreamItem, type StreamOptions, type StreamState } from "./stream.js";
export { Table } from "./table.js";
export type * from "./types.js";
