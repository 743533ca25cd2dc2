import { env } from "vscode";
import { localize } from "../base/localize.ts";
import { inputText, pickOne } from "./ask.ts";
import type { CommandGroup } from "./command.ts";
import { describeStats } from "./describeStats.ts";

/** What can be read about a session, and reports about it. */
export const infoCommands = {
  "relay.sessionInfo": async (host) => {
    const session = await host.startedSession();
    const [stats, state] = await Promise.all([
      session.request({ type: "get_session_stats" }),
      session.request({ type: "get_state" }),
    ]);
    await host.editor.showText({ title: localize("Session Info"), text: describeStats(stats, state) });
  },
  "relay.modelView": async (host) => {
    const { messages } = await (await host.startedSession()).request({ type: "get_messages" });
    const text = JSON.stringify(messages, null, 2);
    await host.editor.showText({ title: localize("What the Model Sees"), text, language: "json" });
  },
  "relay.reportBug": async (host, argument) => {
    const session = await host.startedSession();
    const typed = typeof argument === "string" && argument !== "" ? argument : undefined;
    const description =
      typed ?? (await inputText({ title: localize("Report a Bug"), prompt: localize("What went wrong?") }));
    if (description === undefined) return;
    const transcript = await pickOne(localize("How much of the conversation may the report hold?"), [
      { label: localize("None"), value: "none" as const },
      { label: localize("A summary"), value: "summary" as const },
      { label: localize("All of it"), detail: localize("It may hold secrets"), value: "full" as const },
    ]);
    if (!transcript) return;
    const { path } = await session.request({ type: "bug_report", description, transcript });
    await env.clipboard.writeText(path);
    host.inform(localize("The report was written to {0}; the path was copied. Nothing was sent.", path));
  },
} satisfies CommandGroup;
