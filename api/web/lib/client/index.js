// Compiled from clients/typescript/src by `make clients`.
export { AccountStream } from "./account-stream.js";
export { DobonClient } from "./client.js";
export { ServerClock } from "./clock.js";
export { Connection, newKey } from "./connection.js";
export { Cut, CutProblem } from "./cuts.js";
export { DobonError } from "./errors.js";
export { GameStream } from "./stream.js";
export { Table } from "./table.js";
