// The verification of a log without the rules of the games (`dobon-client/verify`).

export { handsAt, type Moment } from "./hands.js";
export { verifyLog, type Finding, type LogReport, type LogToVerify } from "./log.js";
export type { RecordedEvent } from "./records.js";
