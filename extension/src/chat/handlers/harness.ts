import { isJsonObject } from "@relay-harness/protocol";
import type { JsonObject } from "@relay-harness/protocol";
import { localize } from "../../base/localize.ts";
import type { ChatHandlers } from "../chatContext.ts";

const places = { user: localize("user settings"), project: ".relay/settings.json" } as const;

/** The Harness panel. */
export const harnessHandlers = {
  "harness/set": async ({ key, value }, { session }) => {
    if (!key.startsWith("harnessCore.")) throw new Error(localize("{0} is no setting of the harness", key));
    const { project } = await session.request({ type: "get_settings" });
    // Where the project says it, a change in the user's file would change nothing.
    const scope = hasSetting(project, key) ? "project" : "user";
    const { appliesFrom } = await session.request({ type: "set_setting", scope, key, value });
    return { appliesFrom, path: places[scope] };
  },
  "harness/testCommand": ({ command }, { session }) =>
    session.request({ type: "harness_run_check", command }),
  "harness/addToAgentsFile": async ({ text }, { session, editor }) => {
    await editor.addToAgentsFile(text, session);
    return null;
  },
  "harness/openReport": async (_params, { session }) => {
    await session.request({ type: "prompt", message: "/harness" });
    return null;
  },
  "harness/showMessage": async ({ entryId }, context) => {
    await context.showInChat(entryId);
    return null;
  },
} satisfies Partial<ChatHandlers>;

function hasSetting(settings: JsonObject, key: string): boolean {
  let value: unknown = settings;
  for (const step of key.split(".")) value = isJsonObject(value) ? value[step] : undefined;
  return value !== undefined;
}
