import type { JsonSchema, ResourceInfo, ResourceKind, ResourceListing } from "@relay-harness/protocol";
import { isJsonObject } from "@relay-harness/protocol";
import { localize } from "../base/localize.ts";
import type { OpenSession } from "../session/openSession.ts";
import { editAgentSetting } from "./agentSettings.ts";
import { pickMany, pickOne } from "./ask.ts";
import type { CommandGroup } from "./command.ts";

const kinds: Readonly<Record<ResourceKind, keyof ResourceListing>> = {
  extension: "extensions",
  skill: "skills",
  prompt: "prompts",
  theme: "themes",
  package: "packages",
  mcpServer: "mcpServers",
};

/** What the agent loads and how it behaves; the agent keeps it, not the editor. */
export const settingsCommands = {
  "relay.tools": async (host) => {
    const session = await host.startedSession();
    const { tools } = await session.request({ type: "get_tools" });
    const items = tools.map(({ name, description, active }) => ({
      label: name,
      detail: description.split("\n", 1)[0] ?? "",
      picked: active,
      value: name,
    }));
    const names = await pickMany(localize("Tools that the model may use"), items);
    if (names) await session.request({ type: "set_tools", names });
  },
  "relay.mcpServers": async (host) =>
    switchResources(await host.startedSession(), localize("MCP Servers"), ["mcpServer"]),
  "relay.resources": async (host) =>
    switchResources(await host.startedSession(), localize("Extensions and Skills"), [
      "extension",
      "skill",
      "prompt",
      "theme",
      "package",
    ]),
  "relay.projectTrust": async (host) => {
    const session = await host.startedSession();
    const { decision, source, resources } = await session.request({ type: "get_trust" });
    const names = resources.length === 0 ? localize("nothing that needs trust") : resources.join(", ");
    const choice = await pickOne(localize("This folder is {0} ({1}); it has {2}", decision, source, names), [
      {
        label: localize("Trust"),
        detail: localize("Load its extensions, skills, templates and settings"),
        value: "trusted" as const,
      },
      { label: localize("Don't Trust"), detail: localize("Work without them"), value: "untrusted" as const },
    ]);
    if (!choice) return;
    const { reloaded } = await session.request({ type: "set_trust", decision: choice, remember: true });
    if (reloaded) await session.reopen({ keepsRows: true });
    else host.inform(localize("It takes effect with the next session"));
  },
  "relay.sessionOptions": async (host) => {
    const session = await host.startedSession();
    const state = await session.request({ type: "get_state" });
    const options = [
      {
        label: localize("Steering messages"),
        description: state.steeringMode,
        value: () => session.request({ type: "set_steering_mode", mode: other(state.steeringMode) }),
      },
      {
        label: localize("Follow-up messages"),
        description: state.followUpMode,
        value: () => session.request({ type: "set_follow_up_mode", mode: other(state.followUpMode) }),
      },
      {
        label: localize("Automatic compaction"),
        description: state.autoCompactionEnabled ? localize("on") : localize("off"),
        value: () => session.request({ type: "set_auto_compaction", enabled: !state.autoCompactionEnabled }),
      },
      {
        label: localize("Automatic retry"),
        description: state.autoRetryEnabled === false ? localize("off") : localize("on"),
        value: () => session.request({ type: "set_auto_retry", enabled: state.autoRetryEnabled === false }),
      },
    ];
    const change = await pickOne(localize("Session Options: choose one to change it"), options);
    await change?.();
  },
  "relay.agentSettings": async (host) => {
    const session = await host.startedSession();
    const { schema, effective } = await session.request({ type: "get_settings" });
    const items = Object.entries(propertiesOf(schema)).map(([key, member]) => ({
      label: key,
      description: JSON.stringify(valueAt(effective, key)) ?? "",
      detail: String(member["description"] ?? ""),
      value: { key, member },
    }));
    const chosen = await pickOne(localize("Agent Settings"), items);
    if (chosen) await editAgentSetting(host, session, { ...chosen, current: valueAt(effective, chosen.key) });
  },
  "relay.reloadResources": async (host) => {
    const session = await host.idleSession(localize("Wait for the run to end, or stop it, to reload"));
    const { diagnostics } = await session.request({ type: "reload" });
    await session.reopen({ keepsRows: true });
    const problems = diagnostics.map(({ message }) => message);
    host.inform(
      problems.length === 0
        ? localize("Reloaded")
        : localize("Reloaded with problems: {0}", problems.join("; ")),
    );
  },
} satisfies CommandGroup;

function other(mode: "all" | "one-at-a-time"): "all" | "one-at-a-time" {
  return mode === "all" ? "one-at-a-time" : "all";
}

async function switchResources(
  session: OpenSession,
  title: string,
  of: readonly ResourceKind[],
): Promise<void> {
  const listing = await session.request({ type: "get_resources" });
  const items = of.flatMap((kind) =>
    listing[kinds[kind]].map((resource) => ({
      label: resource.name,
      description: `${kind}, ${resource.scope}${resource.state === undefined ? "" : `, ${resource.state}`}`,
      detail: resource.diagnostics.map(({ message }) => message).join("; "),
      picked: resource.enabled,
      value: { kind, resource },
    })),
  );
  if (items.length === 0) throw new Error(localize("There are none"));
  const chosen = await pickMany(title, items);
  if (!chosen) return;
  const wanted = new Set<ResourceInfo>(chosen.map(({ resource }) => resource));
  for (const { value } of items) {
    const { kind, resource } = value;
    const enabled = wanted.has(resource);
    if (enabled === resource.enabled || resource.scope === "temporary") continue;
    const { path, scope } = resource;
    await session.request({ type: "set_resource_enabled", kind, path, enabled, scope });
  }
}

function propertiesOf(schema: JsonSchema): Record<string, JsonSchema> {
  const properties = schema["properties"];
  return isJsonObject(properties) ? (properties as Record<string, JsonSchema>) : {};
}

function valueAt(settings: unknown, key: string): unknown {
  let value = settings;
  for (const step of key.split(".")) value = isJsonObject(value) ? value[step] : undefined;
  return value;
}
