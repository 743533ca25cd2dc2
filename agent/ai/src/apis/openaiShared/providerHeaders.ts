import type { Model } from "@relay-harness/protocol";
import type { HeaderPatch, StreamOptions } from "../../types.ts";
import { detectEndpoint } from "./endpoint.ts";

const homepage = "https://www.npmjs.com/package/@relay-harness/coding-agent";

/** Authentication, and attribution where the caller allows it. */
export function providerHeaders(model: Model, options: StreamOptions): HeaderPatch {
  return {
    ...(options.apiKey ? { authorization: `Bearer ${options.apiKey}` } : {}),
    ...(options.attribution ? attributionHeaders(model) : {}),
  };
}

/** Tells the provider that Relay sends the request (models.md §2.5). */
export function attributionHeaders(model: Model): HeaderPatch {
  switch (detectEndpoint(model)) {
    case "openrouter":
      return {
        "http-referer": homepage,
        "x-openrouter-title": "relay",
        "x-openrouter-categories": "cli-agent",
      };
    case "nvidia":
      return { "x-billing-invoke-origin": "Relay" };
    case "opencode":
      return { "x-opencode-client": "relay" };
    default:
      return {};
  }
}
