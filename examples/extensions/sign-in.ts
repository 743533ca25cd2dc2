// A provider that users sign in to by /login: their browser comes back here, or they paste what it shows.
import { generatePKCE, parseAuthorizationInput, startCallbackServer } from "@relay-harness/ai/oauth";
import type { ExtensionAPI, OAuthLoginCallbacks } from "@relay-harness/coding-agent";

const server = process.env.DEMO_SERVER ?? "http://localhost:8787";
const hour = 3_600_000;

interface Token {
  access_token: string;
  refresh_token: string;
}

async function token(fields: Record<string, string>) {
  const response = await fetch(`${server}/token`, { method: "POST", body: new URLSearchParams(fields) });
  if (!response.ok) throw new Error(`The server answered with ${response.status}`);
  const { access_token: access, refresh_token: refresh } = (await response.json()) as Token;
  return { access, refresh, expires: Date.now() + hour };
}

async function login(callbacks: OAuthLoginCallbacks) {
  const { verifier, challenge } = await generatePKCE();
  const browser = await startCallbackServer({ signal: callbacks.signal });
  try {
    const query = new URLSearchParams({ code_challenge: challenge, redirect_uri: browser.redirectUri });
    callbacks.onAuth({ url: `${server}/authorize?${query}` });
    const pasted = callbacks.onManualCodeInput().then((text) => parseAuthorizationInput(text).code ?? "");
    const code = await Promise.race([browser.code, pasted]);
    callbacks.onProgress("Signing in...");
    return await token({ grant_type: "authorization_code", code, code_verifier: verifier });
  } finally {
    browser.close();
  }
}

export default function (relay: ExtensionAPI) {
  relay.registerProvider("demo", {
    name: "Demo",
    baseUrl: `${server}/v1`,
    api: "openai-completions",
    models: [{ id: "demo-1", name: "Demo", contextWindow: 100_000, maxTokens: 4_000 }],
    oauth: {
      name: "Demo account",
      login,
      refreshToken: async ({ refresh }) => ({
        type: "oauth",
        ...(await token({ grant_type: "refresh_token", refresh_token: refresh })),
      }),
      getApiKey: ({ access }) => access,
    },
  });
}
