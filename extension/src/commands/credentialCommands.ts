import type { AuthInfo } from "@relay-harness/protocol";
import { localize } from "../base/localize.ts";
import type { Host } from "../host/host.ts";
import { inputText, pickOne } from "./ask.ts";
import type { CommandGroup } from "./command.ts";

/** Keys and sign-ins. A key never leaves this process but for the agent's stdin and the secret storage. */
export const credentialCommands = {
  "relay.setApiKey": async (host) => {
    const provider = await pickProvider(host, localize("Set API Key"), ({ canSetKey }) => canSetKey);
    if (!provider) return;
    const key = await inputText({
      title: localize("API key for {0}", provider.name),
      password: true,
      prompt: localize("The key is not shown and not logged"),
    });
    if (key === undefined || key.trim() === "") return;
    const place = await pickOne(localize("Where should the key be kept?"), [
      {
        label: localize("This editor"),
        detail: localize("In the editor's secret storage; handed to each agent that it starts"),
        value: "editor" as const,
      },
      {
        label: localize("Shared with the relay command"),
        detail: localize("In auth.json of the agent, readable by you alone"),
        value: "shared" as const,
      },
    ]);
    if (!place) return;
    if (place === "editor") await host.secrets.set(provider.id, key.trim());
    const persist = place === "shared";
    const session = await host.startedSession();
    await session.request({ type: "set_api_key", provider: provider.id, key: key.trim(), persist });
    host.inform(localize("The key for {0} is set", provider.name));
  },
  "relay.signIn": async (host) => {
    const provider = await pickProvider(host, localize("Sign In"), ({ canLogin }) => canLogin);
    if (!provider) return;
    await host.focusChat("focusDialog");
    const { status } = await (await host.startedSession()).request({ type: "login", provider: provider.id });
    if (status === "ready") host.inform(localize("Signed in to {0}", provider.name));
  },
  "relay.signOut": async (host) => {
    const provider = await pickProvider(host, localize("Sign Out"), ({ status }) => status !== "missing");
    if (!provider) return;
    await host.secrets.delete(provider.id);
    await (await host.startedSession()).request({ type: "logout", provider: provider.id });
    host.inform(localize("Signed out of {0}. Keys from the environment stay.", provider.name));
  },
} satisfies CommandGroup;

async function pickProvider(
  host: Host,
  title: string,
  fits: (provider: AuthInfo) => boolean,
): Promise<AuthInfo | undefined> {
  const { providers } = await (await host.startedSession()).request({ type: "get_auth" });
  const items = providers
    .filter(fits)
    .map((provider) => ({ label: provider.name, description: describe(provider), value: provider }));
  if (items.length === 0) throw new Error(localize("There is no provider for that"));
  return pickOne(title, items);
}

function describe({ status, label }: AuthInfo): string {
  if (status === "missing") return localize("no key");
  return label === undefined ? status : localize("{0}, from {1}", status, label);
}
