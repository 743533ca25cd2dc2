import type { JsonObject, JsonSchema } from "@relay-harness/protocol";

/** Request shapes of Gemini's `streamGenerateContent` (models.md §26.7), as far as Relay sends them. */
export interface InlineData {
  inlineData: { mimeType: string; data: string };
}

export interface WireFunctionResponse {
  functionResponse: {
    id?: string;
    name: string;
    response: { output: string } | { error: string };
    parts?: InlineData[];
  };
}

export interface WireFunctionCall {
  functionCall: { id?: string; name: string; args: JsonObject };
  thoughtSignature?: string;
}

export interface WireTextPart {
  text: string;
  thought?: true;
  thoughtSignature?: string;
}

export type WirePart = WireTextPart | InlineData | WireFunctionCall | WireFunctionResponse;

export interface WireContent {
  role: "user" | "model";
  parts: WirePart[];
}

export interface WireThinkingConfig {
  includeThoughts?: true;
  thinkingBudget?: number;
  thinkingLevel?: string;
}

export interface WireRequest {
  systemInstruction?: { parts: [{ text: string }] };
  contents: WireContent[];
  tools?: [
    { functionDeclarations: { name: string; description: string; parametersJsonSchema: JsonSchema }[] },
  ];
  toolConfig?: { functionCallingConfig: { mode: "NONE" | "VALIDATED" } };
  generationConfig?: {
    maxOutputTokens?: number;
    thinkingConfig?: WireThinkingConfig;
    [sampling: string]: unknown;
  };
}
