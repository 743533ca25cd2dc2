import type { HandlerContext, Handlers } from "./handler.ts";

/** Keys and sign-ins of providers. */
export const credentialHandlers: Handlers<"get_auth" | "set_api_key" | "login" | "logout"> = {
  get_auth: async (_, { runtime }) => ({ providers: await runtime.credentials.list() }),
  set_api_key: async ({ provider, key, persist = true }, context) => {
    const { credentials } = context.runtime;
    const id = credentials.require(provider);
    if (persist) await credentials.login(id, key);
    else credentials.useKey(id, key);
    await announce(id, context);
    return undefined;
  },
  login: async ({ provider }, context) => {
    const { credentials, dialogs } = context.runtime;
    const id = credentials.require(provider);
    const methods = credentials.methods(id);
    const labels = methods.map(({ label }) => label);
    const chosen = labels.length > 1 ? await dialogs.select(`Log in to ${id}`, labels) : labels[0];
    if (chosen === undefined && labels.length > 1) return { status: "cancelled" };
    if (methods.find(({ label }) => label === chosen)?.type === "oauth") {
      const { DialogSignIn } = await import("../../../session/dialogSignIn.ts");
      const interaction = new DialogSignIn(id, dialogs);
      try {
        await credentials.signIn(id, interaction);
      } catch (error) {
        if (interaction.isCancelled) return { status: "cancelled" };
        throw error;
      }
    } else {
      const key = await credentials.askKey(id, dialogs);
      if (key === undefined) return { status: "cancelled" };
      await credentials.login(id, key);
    }
    await announce(id, context);
    return { status: "ready" };
  },
  logout: async ({ provider }, context) => {
    const { credentials } = context.runtime;
    const id = credentials.require(provider);
    await credentials.logout(id);
    await announce(id, context);
    return undefined;
  },
};

/** The event precedes the response. */
async function announce(provider: string, { runtime, session }: HandlerContext): Promise<void> {
  const { status } = runtime.credentials.describe(provider);
  await session.announce({ type: "auth_changed", provider, status });
}
