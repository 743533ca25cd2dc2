import { isJsonObject, type JsonObject } from "@relay-harness/protocol";

interface Generation {
  thinkingTypes: readonly string[];
  efforts: readonly string[];
  sampling: "withoutThinking" | "never";
  /** No assistant prefill; with `binding` no forcing tool choice either. */
  binding: boolean;
}

const allEfforts = ["low", "medium", "high", "xhigh", "max"];
const bound = { efforts: allEfforts, sampling: "never", binding: true } as const;
const budgeted: Generation = {
  thinkingTypes: ["enabled", "disabled"],
  efforts: [],
  sampling: "withoutThinking",
  binding: false,
};

/** models.md §9.4, first match wins; every other Claude is of the oldest kind. */
const generations: readonly [RegExp, Generation][] = [
  [
    /(opus|sonnet)-4-6/,
    {
      thinkingTypes: ["adaptive", "enabled", "disabled"],
      efforts: ["low", "medium", "high", "max"],
      sampling: "withoutThinking",
      binding: false,
    },
  ],
  [/haiku-5-5/, { ...bound, thinkingTypes: ["adaptive", "disabled"] }],
  [/sonnet-5-5/, { ...bound, thinkingTypes: ["adaptive", "between_tools"] }],
  [/(fable|mythos)-5-[12]|opus-5-5/, { ...bound, thinkingTypes: ["adaptive"] }],
  [/(fable|mythos)-5/, { ...bound, binding: false, thinkingTypes: ["adaptive"] }],
  [/opus-4-[78]|opus-5|sonnet-5/, { ...bound, binding: false, thinkingTypes: ["adaptive", "disabled"] }],
];

function generationOf(model: string): Generation {
  const id = model
    .replace(/^.*\//, "")
    .replace(/-\d{8}$/, "")
    .replaceAll(".", "-");
  return generations.find(([pattern]) => pattern.test(id))?.[1] ?? budgeted;
}

/** What the service would object to in a request body (models.md §26.2, §9.4). */
export function anthropicObjection(body: unknown): string | undefined {
  if (!isJsonObject(body)) return "request body is not an object";
  const shape = shapeObjection(body);
  if (shape) return shape;
  const generation = generationOf(String(body.model));
  return (
    thinkingObjection(body, generation) ?? conversationObjection(body, generation) ?? markerObjection(body)
  );
}

function shapeObjection(body: JsonObject): string | undefined {
  if (typeof body.model !== "string") return "model: Field required";
  if (typeof body.max_tokens !== "number" || body.max_tokens < 1) return "max_tokens: must be at least 1";
  if (body.stream !== true) return "stream: this server only streams";
  if (!Array.isArray(body.messages) || body.messages.length === 0)
    return "messages: at least one message is required";
  if (body.tools !== undefined && !Array.isArray(body.tools)) return "tools: Input should be a valid list";
  for (const tool of (body.tools ?? []) as JsonObject[]) {
    if (!isJsonObject(tool.input_schema) || tool.input_schema.type !== "object") {
      return `tools.${String(tool.name)}.input_schema.type: Field required`;
    }
  }
  return undefined;
}

function thinkingObjection(body: JsonObject, generation: Generation): string | undefined {
  const thinking = isJsonObject(body.thinking) ? body.thinking : undefined;
  const type = thinking?.type;
  if (thinking && !generation.thinkingTypes.includes(String(type))) {
    return `thinking.type: "${String(type)}" is not supported by this model`;
  }
  if (type === "enabled") {
    const budget = Number(thinking?.budget_tokens);
    if (!(budget >= 1024))
      return "thinking.enabled.budget_tokens: Input should be greater than or equal to 1024";
    if (budget >= Number(body.max_tokens))
      return "`max_tokens` must be greater than `thinking.budget_tokens`";
  }
  const effort = isJsonObject(body.output_config) ? body.output_config.effort : undefined;
  if (effort !== undefined && !generation.efforts.includes(String(effort))) {
    return `output_config.effort: "${String(effort)}" is not supported by this model`;
  }
  if (type === "disabled" && (effort === "xhigh" || effort === "max")) {
    return "output_config.effort: not available while thinking is disabled";
  }
  const sampled = ["temperature", "top_p", "top_k"].find((name) => body[name] !== undefined);
  const isThinking = type !== undefined && type !== "disabled";
  if (sampled && (generation.sampling === "never" || isThinking)) return `${sampled}: not supported here`;
  const choice = isJsonObject(body.tool_choice) ? body.tool_choice.type : undefined;
  if (generation.binding && (choice === "any" || choice === "tool"))
    return "tool_choice: may not force a tool";
  return undefined;
}

function conversationObjection(body: JsonObject, generation: Generation): string | undefined {
  const messages = body.messages as JsonObject[];
  for (const [index, message] of messages.entries()) {
    const content = Array.isArray(message.content) ? (message.content as JsonObject[]) : [];
    const previous = messages[index - 1]?.role;
    const next = messages[index + 1]?.role;
    if (message.role === "system") {
      if (index === 0)
        return "messages.0: use the top-level 'system' parameter for the initial system prompt";
      if (previous !== "user") return `messages.${index}: a system message must follow a user message`;
      if (next === "user" || next === "system")
        return `messages.${index}: a system message may not stand here`;
      continue;
    }
    if (message.role !== "user" && message.role !== "assistant") return `messages.${index}.role: invalid`;
    if (content.length === 0) return `messages.${index}: content must be non-empty`;
    if (content.some((block) => block.type === "text" && String(block.text).trim() === "")) {
      return `messages.${index}: text content blocks must contain non-whitespace text`;
    }
    const unanswered = toolObjection(messages, index, content);
    if (unanswered) return unanswered;
  }
  const isPrefilled = messages.at(-1)?.role === "assistant";
  if (isPrefilled && generation.sampling === "never")
    return "This model does not support assistant message prefill";
  return undefined;
}

function toolObjection(messages: JsonObject[], index: number, content: JsonObject[]): string | undefined {
  const idsOf = (at: number, type: string, field: string): string[] => {
    const blocks = messages[at]?.content;
    return (Array.isArray(blocks) ? (blocks as JsonObject[]) : [])
      .filter((block) => block.type === type)
      .map((block) => String(block[field]));
  };
  if (messages[index]?.role === "user") {
    const known = idsOf(index - 1, "tool_use", "id");
    const orphan = idsOf(index, "tool_result", "tool_use_id").find((id) => !known.includes(id));
    return (
      orphan && `messages.${index}: unexpected \`tool_use_id\` found in \`tool_result\` blocks: ${orphan}`
    );
  }
  const calls = content.filter((block) => block.type === "tool_use").map((block) => String(block.id));
  const illegal = calls.find((id) => !/^[A-Za-z0-9_-]{1,64}$/.test(id));
  if (illegal !== undefined) return `messages.${index}.tool_use.id: String should match pattern: ${illegal}`;
  if (new Set(calls).size !== calls.length) return `messages.${index}: \`tool_use\` ids must be unique`;
  const results = idsOf(index + 1, "tool_result", "tool_use_id");
  const missing = calls.find((id) => !results.includes(id));
  return (
    missing && `messages.${index}: \`tool_use\` ids were found without \`tool_result\` blocks: ${missing}`
  );
}

function markerObjection(body: JsonObject): string | undefined {
  const count = JSON.stringify(body).split('"cache_control":').length - 1;
  return count > 4 ? `A maximum of 4 blocks with cache_control may be provided. Found ${count}.` : undefined;
}
