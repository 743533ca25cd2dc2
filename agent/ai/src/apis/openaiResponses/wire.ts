/** Members of a Responses request that Relay writes (models.md §26.4). */
export type InputPart =
  { type: "input_text"; text: string } | { type: "input_image"; detail: "auto"; image_url: string };

export interface ReasoningItem {
  type: "reasoning";
  id?: string;
  summary: unknown[];
  content?: unknown[];
  encrypted_content: string;
}

export type MessagePhase = "commentary" | "final_answer";

export type InputItem =
  | { role: "system" | "developer"; content: string }
  | { role: "user"; content: InputPart[] }
  | ReasoningItem
  | {
      type: "message";
      role: "assistant";
      id?: string;
      status: "completed";
      phase?: MessagePhase;
      content: { type: "output_text"; text: string; annotations: never[] }[];
    }
  | {
      type: "function_call";
      id?: string;
      call_id: string;
      name: string;
      namespace?: string;
      arguments: string;
    }
  | { type: "function_call_output"; call_id: string; output: string | InputPart[] }
  | {
      type: "custom_tool_call";
      id?: string;
      call_id: string;
      name: string;
      namespace?: string;
      input: string;
    }
  | { type: "custom_tool_call_output"; call_id: string; output: string | InputPart[] }
  | { type: "additional_tools"; role: "developer"; tools: ResponsesTool[] }
  | { type: "tool_search_call"; execution: "client"; call_id: string; status: "completed"; arguments: object }
  | {
      type: "tool_search_output";
      execution: "client";
      call_id: string;
      status: "completed";
      tools: ResponsesTool[];
    }
  | { type: "configuration_update"; reasoning: { effort: string } };

export type ResponsesTool =
  | {
      type: "function";
      name: string;
      description: string;
      parameters: Record<string, unknown>;
      strict: boolean;
      defer_loading?: true;
    }
  | {
      type: "custom";
      name: string;
      description: string;
      format: { type: "grammar"; syntax: "lark" | "regex"; definition: string };
      defer_loading?: true;
    };
