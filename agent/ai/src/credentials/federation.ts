import { isJsonObject } from "@relay-harness/protocol";
import type { NetworkOptions } from "../types.ts";
import type { FederationSettings } from "./environment.ts";
import { readTextIfPresent } from "./lockedFile.ts";
import { errorText, ModelsError } from "./modelsError.ts";

const defaultBaseUrl = "https://api.anthropic.com";
const betas = "oauth-2025-04-20,oidc-federation-2026-04-01";
/** A token is exchanged anew when less than this remains. */
const minimumValidityMs = 60_000;

export interface FederationRequest {
  settings: FederationSettings;
  /** Default: the public endpoint. Must be `https:` unless it is on this machine. */
  baseUrl?: string;
  signal?: AbortSignal;
}

/**
 * Access tokens of Anthropic workload identity federation (models.md §3.4): the identity token of the
 * file is exchanged for a short-lived one, and the file is read again at every exchange.
 */
export class FederatedTokens {
  private readonly network: () => NetworkOptions;
  private readonly now: () => number;
  private readonly tokens = new Map<string, { token: string; expires: number }>();

  constructor(network: () => NetworkOptions, now: () => number = Date.now) {
    this.network = network;
    this.now = now;
  }

  /** @throws ModelsError `auth`. */
  async get(request: FederationRequest): Promise<string> {
    const id = JSON.stringify([request.settings, request.baseUrl]);
    const known = this.tokens.get(id);
    if (known && known.expires - this.now() > minimumValidityMs) return known.token;
    try {
      const issued = await this.exchange(request);
      this.tokens.set(id, issued);
      return issued.token;
    } catch (error) {
      const text = `Anthropic workload identity federation failed: ${errorText(error)}`;
      throw new ModelsError("auth", text, { cause: error });
    }
  }

  private async exchange({
    settings,
    baseUrl = defaultBaseUrl,
    signal,
  }: FederationRequest): Promise<{ token: string; expires: number }> {
    const { ruleId, organizationId, tokenFile, serviceAccountId, workspaceId } = settings;
    const url = new URL(`${baseUrl.replace(/\/+$/, "").replace(/\/v1$/, "")}/v1/oauth/token`);
    const isLocal = url.hostname === "127.0.0.1" || url.hostname === "localhost" || url.hostname === "[::1]";
    if (url.protocol !== "https:" && !isLocal) throw new Error(`${url.origin} is not secure`);
    const assertion = (await readTextIfPresent(tokenFile))?.trim();
    if (!assertion) throw new Error(`${tokenFile} holds no identity token`);
    const { openStream } = await import("../transport/http.ts");
    const response = await openStream({
      url: url.href,
      headers: { "content-type": "application/json", accept: "application/json", "anthropic-beta": betas },
      body: JSON.stringify({
        grant_type: "urn:ietf:params:oauth:grant-type:jwt-bearer",
        assertion,
        federation_rule_id: ruleId,
        organization_id: organizationId,
        service_account_id: serviceAccountId,
        workspace_id: workspaceId,
      }),
      signal,
      network: this.network(),
    });
    const text = await response.text();
    // The body of a refusal may repeat the assertion.
    if (response.status < 200 || response.status > 299) throw new Error(`status ${response.status}`);
    return this.readToken(JSON.parse(text));
  }

  private readToken(answer: unknown): { token: string; expires: number } {
    const { access_token: token, expires_in: seconds } = isJsonObject(answer) ? answer : {};
    if (typeof token !== "string" || !Number.isFinite(Number(seconds))) {
      throw new Error("the answer holds no token");
    }
    return { token, expires: this.now() + Number(seconds) * 1000 };
  }
}
