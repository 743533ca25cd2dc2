import type { Host } from "../host/host.ts";

/** A command of the palette. `argument`: what a menu, a slash command or another command hands over. */
export type CommandHandler = (host: Host, argument?: unknown) => Promise<void> | void;

export type CommandGroup = Readonly<Record<string, CommandHandler>>;
