import type { JsonSchema } from "@relay-harness/protocol";
import { chooseFromList } from "../numberedList.ts";
import type { LineCommandContext } from "./lineCommand.ts";
import { parseSetting } from "./parseSetting.ts";
import { screenOf } from "./screenOf.ts";

interface Row {
  key: string;
  schema: JsonSchema;
  value: string;
  /** The user's file has it. */
  isSet: boolean;
}

/** A list of the user's settings; a change counts and is saved at once (cli.md §8.2). */
export async function changeSettings(context: LineCommandContext): Promise<void> {
  const { runtime, transcript, argument, ask } = context;
  const { settingsControl: control } = runtime.session;
  const { schema } = await control.report();
  const set = async (key: string, value: unknown): Promise<void> => {
    const { appliesFrom } = await control.set("user", key, value);
    if (appliesFrom === "next-session") transcript.line(`${key} counts from the next session on.`);
  };
  await chooseFromList<Row>({
    screen: screenOf(context),
    noun: "setting",
    title: () => "Settings",
    emptyText: "There are none.",
    search: argument,
    load: async (search) => {
      const { effective, user } = await control.report();
      return Object.entries(schema.properties ?? {})
        .map(([key, own]) => ({
          key,
          schema: own,
          value: JSON.stringify(valueAt(effective, key)) ?? "(not set)",
          isSet: valueAt(user, key) !== undefined,
        }))
        .filter(({ key, schema: { description = "" } }) =>
          `${key} ${description}`.toLowerCase().includes(search.toLowerCase()),
        );
    },
    describe: ({ key, value, isSet }) => `${key.padEnd(32)} ${value}${isSet ? "" : "  (default)"}`,
    onChoice: async ({ key, schema: own, value }) => {
      transcript.line(`${own.description ?? key}${choices(own)}`);
      const answer = await ask(`${key} (now ${value}; Enter changes nothing): `);
      if (answer !== undefined && answer.trim() !== "") await set(key, parseSetting(answer.trim(), own));
    },
    actions: {
      r: {
        form: "number",
        description: "take a setting back to its default",
        run: ({ key }) => set(key, null),
      },
    },
  });
}

function choices({ enum: values, type }: JsonSchema): string {
  if (Array.isArray(values)) return ` One of ${values.map(String).join(", ")}.`;
  return type === "boolean" ? " One of true, false." : "";
}

/** The value of a dotted key. */
function valueAt(settings: object, key: string): unknown {
  let value: unknown = settings;
  for (const part of key.split(".")) value = (value as Record<string, unknown> | undefined)?.[part];
  return value;
}
