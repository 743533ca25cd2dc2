export type * from "./commands.ts";
export * from "./entries.ts";
export * from "./events.ts";
export * from "./extensionUi.ts";
export * from "./json.ts";
export * from "./messages.ts";
export * from "./model.ts";
