import type { CreateSessionOptions } from "../createSession.ts";
import type { SessionEvents } from "../events.ts";
import { harnessOffText, harnessSettings, isHarnessOn } from "../harness/harnessSettings.ts";
import { SessionHarness } from "../harness/sessionHarness.ts";
import type { HostCommand } from "../hostCommands.ts";
import type { RunSupport } from "../runSupport.ts";

/** What the harness asks of the rest of its session. */
export interface HarnessSurroundings {
  events: SessionEvents;
  support: () => RunSupport | undefined;
  hasQueuedMessages: () => boolean;
}

/** `undefined` when every pillar is off: then nothing of the harness is there. */
export function createHarness(
  { settings, sessionManager, extensions, report }: CreateSessionOptions,
  { events, support, hasQueuedMessages }: HarnessSurroundings,
): SessionHarness | undefined {
  const resolved = harnessSettings(settings);
  if (!isHarnessOn(resolved)) return undefined;
  const harness = new SessionHarness({
    sessionManager,
    events,
    report,
    settings: resolved,
    commandPrefix: () => settings.get("shellCommandPrefix"),
    traitsOf: (name) => support()?.tools.find((tool) => tool.name === name)?.annotations ?? {},
    skills: () => support()?.skills ?? [],
    hasQueuedMessages,
  });
  extensions?.guardNested((hooks) => harness.guard(hooks));
  return harness;
}

export function harnessCommand(harness: SessionHarness | undefined): HostCommand {
  return {
    description: "Show rules, approvals, evidence and measures of this session",
    run: async () => harness?.answer() ?? harnessOffText,
  };
}
