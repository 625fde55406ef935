// The verification of a log without the rules of the games (`dobon-client/verify`), and of its place in the public log.

export { CheckpointProblem, openCheckpoint, type Checkpoint, type CheckpointCode } from "./checkpoints.js";
export { handsAt, type Moment } from "./hands.js";
export {
  entryText,
  verifyInclusion,
  type Entry,
  type EntryFinding,
  type EntryKind,
  type HistoryFinding,
  type InclusionReport,
  type InclusionToVerify,
} from "./inclusion.js";
export { verifyLog, type Finding, type LogReport, type LogToVerify } from "./log.js";
export { consistencyProof, isExtended, isIncluded, leafHash, treeRoot, type Hash, type Nodes } from "./merkle.js";
export type { RecordedEvent } from "./records.js";
export { tilePath, type FileReader } from "./tiles.js";
