import type { JsonSchema } from "@relay-harness/protocol";
import { localize } from "../base/localize.ts";
import type { Host } from "../host/host.ts";
import type { OpenSession } from "../session/openSession.ts";
import { inputText, pickOne } from "./ask.ts";
import { parseSetting } from "./parseSetting.ts";

/** Asks for a value of one of the agent's settings by its schema, and stores it. */
export async function editAgentSetting(
  host: Host,
  session: OpenSession,
  { key, member, current }: { key: string; member: JsonSchema; current: unknown },
): Promise<void> {
  const scope = await pickOne(localize("Where should {0} be set?", key), [
    { label: localize("User"), detail: localize("For every folder"), value: "user" as const },
    {
      label: localize("Project"),
      detail: localize("In .relay/settings.json of this folder"),
      value: "project" as const,
    },
  ]);
  if (!scope) return;
  const value = await askValue(key, member, current);
  if (value === undefined) return;
  const { appliesFrom } = await session.request({ type: "set_setting", scope, key, value: value.value });
  host.inform(
    appliesFrom === "now"
      ? localize("{0} is set", key)
      : localize("{0} is set; it applies from the next session", key),
  );
}

async function askValue(
  key: string,
  member: JsonSchema,
  current: unknown,
): Promise<{ value: unknown } | undefined> {
  const unset = {
    label: localize("Remove"),
    detail: localize("Use the default"),
    value: { value: null as unknown },
  };
  const choices = member["type"] === "boolean" ? [true, false] : member["enum"];
  if (Array.isArray(choices)) {
    const items = choices.map((choice: unknown) => ({
      label: String(choice),
      description: choice === current ? localize("current") : "",
      value: { value: choice },
    }));
    return pickOne(key, [...items, unset]);
  }
  const text = await inputText({
    title: key,
    value: typeof current === "string" ? current : current === undefined ? "" : JSON.stringify(current),
    prompt: String(member["description"] ?? ""),
    validateInput: (typed) =>
      parseSetting(member, typed) ? undefined : localize("This is not a value of this setting"),
  });
  return text === undefined ? undefined : parseSetting(member, text);
}
