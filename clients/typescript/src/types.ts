// The names of the shapes that programs meet most. All others are in `components` and `paths`, generated from
// openapi.yaml.

import type { components } from "./openapi.js";

type Schemas = components["schemas"];

export type Action = Schemas["Action"];
export type AppToken = Schemas["AppToken"];
export type Challenge = Schemas["Challenge"];
export type CommandResult = Schemas["CommandResult"];
export type DownloadedGame = Schemas["DownloadedGame"];
export type Event = Schemas["Event"];
export type Frame = Schemas["Frame"];
export type FreshPlayer = Schemas["FreshPlayer"];
export type Game = Schemas["Game"];
export type Inclusion = Schemas["Inclusion"];
export type KeySet = Schemas["KeySet"];
export type LegalAction = Schemas["LegalAction"];
export type Missed = Schemas["Missed"];
export type NewGame = Schemas["NewGame"];
export type NewPlace = Schemas["NewPlace"];
export type Notification = Schemas["Notification"];
export type Problem = Schemas["Problem"];
export type Receipt = Schemas["Receipt"];
export type RulesetKey = Schemas["RulesetKey"];
export type ServerMetadata = Schemas["ServerMetadata"];
export type StampMessage = Schemas["StampMessage"];
export type View = Schemas["View"];
export type WebhookMessage = Schemas["WebhookMessage"];
