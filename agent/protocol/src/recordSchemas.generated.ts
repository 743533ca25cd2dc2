// Written by `npm run schemas` from agent/protocol/schema. Do not edit.
import type { JsonSchema } from "./json.ts";

export const recordDefs: Record<string, JsonSchema> = {
 "TextContent": {
  "type": "object",
  "required": [
   "type",
   "text"
  ],
  "properties": {
   "type": {
    "const": "text",
    "type": "string"
   },
   "text": {
    "type": "string"
   },
   "textSignature": {
    "type": "string"
   }
  }
 },
 "ImageContent": {
  "type": "object",
  "required": [
   "type",
   "data",
   "mimeType"
  ],
  "properties": {
   "type": {
    "const": "image",
    "type": "string"
   },
   "data": {
    "contentEncoding": "base64",
    "expected": "a base64 string",
    "type": "string"
   },
   "mimeType": {
    "pattern": "^image/.",
    "type": "string"
   }
  }
 },
 "ThinkingContent": {
  "type": "object",
  "required": [
   "type",
   "thinking"
  ],
  "properties": {
   "type": {
    "const": "thinking",
    "type": "string"
   },
   "thinking": {
    "type": "string"
   },
   "thinkingSignature": {
    "type": "string"
   },
   "redacted": {
    "type": "boolean"
   }
  }
 },
 "ToolCall": {
  "type": "object",
  "required": [
   "type",
   "id",
   "name",
   "arguments"
  ],
  "properties": {
   "type": {
    "const": "toolCall",
    "type": "string"
   },
   "id": {
    "type": "string"
   },
   "name": {
    "type": "string"
   },
   "arguments": {
    "type": "object"
   },
   "thoughtSignature": {
    "type": "string"
   },
   "namespace": {
    "type": "string"
   },
   "argumentsError": {
    "type": "string"
   }
  }
 },
 "AssistantContent": {
  "anyOf": [
   {
    "$ref": "#/$defs/TextContent"
   },
   {
    "$ref": "#/$defs/ThinkingContent"
   },
   {
    "$ref": "#/$defs/ToolCall"
   }
  ]
 },
 "UserContent": {
  "anyOf": [
   {
    "$ref": "#/$defs/TextContent"
   },
   {
    "$ref": "#/$defs/ImageContent"
   }
  ]
 },
 "Usage": {
  "type": "object",
  "required": [
   "input",
   "output",
   "cacheRead",
   "cacheWrite",
   "totalTokens",
   "cost"
  ],
  "properties": {
   "input": {
    "minimum": 0,
    "type": "number"
   },
   "output": {
    "minimum": 0,
    "type": "number"
   },
   "cacheRead": {
    "minimum": 0,
    "type": "number"
   },
   "cacheWrite": {
    "minimum": 0,
    "type": "number"
   },
   "cacheWrite1h": {
    "minimum": 0,
    "type": "number"
   },
   "reasoning": {
    "minimum": 0,
    "type": "number"
   },
   "totalTokens": {
    "minimum": 0,
    "type": "number"
   },
   "cost": {
    "type": "object",
    "required": [
     "input",
     "output",
     "cacheRead",
     "cacheWrite",
     "total"
    ],
    "properties": {
     "input": {
      "type": "number"
     },
     "output": {
      "type": "number"
     },
     "cacheRead": {
      "type": "number"
     },
     "cacheWrite": {
      "type": "number"
     },
     "total": {
      "type": "number"
     },
     "totalFromProvider": {
      "type": "boolean"
     }
    }
   }
  }
 },
 "ToolDeclaration": {
  "type": "object",
  "required": [
   "name",
   "description",
   "parameters"
  ],
  "properties": {
   "name": {
    "type": "string"
   },
   "description": {
    "type": "string"
   },
   "parameters": {
    "type": "object"
   },
   "constrainedSampling": {
    "anyOf": [
     {
      "const": false,
      "type": "boolean"
     },
     {
      "type": "object",
      "required": [
       "type",
       "strict"
      ],
      "properties": {
       "type": {
        "const": "json_schema",
        "type": "string"
       },
       "strict": {
        "type": "string",
        "enum": [
         "prefer",
         "require"
        ]
       }
      }
     },
     {
      "type": "object",
      "required": [
       "type",
       "variants"
      ],
      "properties": {
       "type": {
        "const": "grammar",
        "type": "string"
       },
       "variants": {
        "type": "object",
        "properties": {
         "openai_lark": {
          "type": "string"
         },
         "openai_regex": {
          "type": "string"
         }
        }
       }
      }
     }
    ]
   }
  }
 },
 "SystemMessage": {
  "type": "object",
  "required": [
   "role",
   "content",
   "timestamp"
  ],
  "properties": {
   "role": {
    "const": "system",
    "type": "string"
   },
   "content": {
    "anyOf": [
     {
      "type": "string"
     },
     {
      "type": "array",
      "items": {
       "$ref": "#/$defs/TextContent"
      }
     }
    ]
   },
   "sections": {
    "type": "object",
    "additionalProperties": {
     "anyOf": [
      {
       "type": "string"
      },
      {
       "type": "null"
      }
     ]
    }
   },
   "toolsAdded": {
    "type": "array",
    "items": {
     "$ref": "#/$defs/ToolDeclaration"
    }
   },
   "toolsRemoved": {
    "type": "array",
    "items": {
     "type": "object",
     "required": [
      "name"
     ],
     "properties": {
      "name": {
       "type": "string"
      }
     }
    }
   },
   "replace": {
    "type": "boolean"
   },
   "timestamp": {
    "type": "number"
   }
  }
 },
 "UserMessage": {
  "type": "object",
  "required": [
   "role",
   "content",
   "timestamp"
  ],
  "properties": {
   "role": {
    "const": "user",
    "type": "string"
   },
   "content": {
    "anyOf": [
     {
      "type": "string"
     },
     {
      "type": "array",
      "items": {
       "$ref": "#/$defs/UserContent"
      }
     }
    ]
   },
   "timestamp": {
    "type": "number"
   }
  }
 },
 "AssistantMessage": {
  "type": "object",
  "required": [
   "role",
   "content",
   "api",
   "provider",
   "model",
   "usage",
   "stopReason",
   "timestamp"
  ],
  "properties": {
   "role": {
    "const": "assistant",
    "type": "string"
   },
   "content": {
    "type": "array",
    "items": {
     "$ref": "#/$defs/AssistantContent"
    }
   },
   "api": {
    "type": "string"
   },
   "provider": {
    "type": "string"
   },
   "model": {
    "type": "string"
   },
   "responseModel": {
    "type": "string"
   },
   "responseId": {
    "type": "string"
   },
   "thinkingLevel": {
    "type": "string",
    "enum": [
     "off",
     "minimal",
     "low",
     "medium",
     "high",
     "xhigh",
     "max"
    ]
   },
   "providerThinkingLevel": {
    "type": "string"
   },
   "diagnostics": {
    "type": "array",
    "items": {
     "$ref": "#/$defs/Diagnostic"
    }
   },
   "usage": {
    "$ref": "#/$defs/Usage"
   },
   "stopReason": {
    "type": "string",
    "enum": [
     "pending",
     "stop",
     "length",
     "toolUse",
     "error",
     "aborted",
     "deferred"
    ]
   },
   "deferred": {
    "$ref": "#/$defs/DeferredHandle"
   },
   "errorMessage": {
    "type": "string"
   },
   "rawStopReason": {
    "type": "string"
   },
   "endTurn": {
    "type": "boolean"
   },
   "timestamp": {
    "type": "number"
   },
   "durationMs": {
    "minimum": 0,
    "type": "number"
   }
  }
 },
 "Diagnostic": {
  "type": "object",
  "required": [
   "type",
   "timestamp"
  ],
  "properties": {
   "type": {
    "type": "string"
   },
   "timestamp": {
    "type": "number"
   },
   "error": {
    "type": "object",
    "required": [
     "message"
    ],
    "properties": {
     "name": {
      "type": "string"
     },
     "message": {
      "type": "string"
     },
     "stack": {
      "type": "string"
     },
     "code": {
      "anyOf": [
       {
        "type": "string"
       },
       {
        "type": "number"
       }
      ]
     }
    }
   },
   "details": {
    "type": "object"
   }
  }
 },
 "DeferredHandle": {
  "type": "object",
  "required": [
   "provider",
   "modelId",
   "api",
   "id"
  ],
  "properties": {
   "provider": {
    "type": "string"
   },
   "modelId": {
    "type": "string"
   },
   "api": {
    "type": "string"
   },
   "id": {
    "type": "string"
   },
   "expiresAt": {
    "type": "number"
   },
   "pollAfterMs": {
    "minimum": 0,
    "type": "number"
   },
   "data": {}
  }
 },
 "NestedCall": {
  "type": "object",
  "required": [
   "id",
   "name",
   "status"
  ],
  "properties": {
   "id": {
    "type": "string"
   },
   "name": {
    "type": "string"
   },
   "arguments": {
    "type": "object"
   },
   "argumentsBytes": {
    "minimum": 0,
    "type": "number"
   },
   "status": {
    "type": "string",
    "enum": [
     "ok",
     "error",
     "unfinished"
    ]
   },
   "durationMs": {
    "minimum": 0,
    "type": "number"
   },
   "error": {
    "type": "string"
   }
  }
 },
 "ToolResultMessage": {
  "type": "object",
  "required": [
   "role",
   "toolCallId",
   "toolName",
   "content",
   "isError",
   "timestamp"
  ],
  "properties": {
   "role": {
    "const": "toolResult",
    "type": "string"
   },
   "toolCallId": {
    "type": "string"
   },
   "toolName": {
    "type": "string"
   },
   "content": {
    "type": "array",
    "items": {
     "$ref": "#/$defs/UserContent"
    }
   },
   "details": {},
   "usage": {
    "$ref": "#/$defs/Usage"
   },
   "nestedCalls": {
    "type": "object",
    "required": [
     "complete",
     "calls"
    ],
    "properties": {
     "complete": {
      "type": "boolean"
     },
     "calls": {
      "type": "array",
      "items": {
       "$ref": "#/$defs/NestedCall"
      }
     }
    }
   },
   "isError": {
    "type": "boolean"
   },
   "timestamp": {
    "type": "number"
   },
   "durationMs": {
    "minimum": 0,
    "type": "number"
   }
  }
 },
 "BashExecutionMessage": {
  "type": "object",
  "required": [
   "role",
   "command",
   "output",
   "cancelled",
   "truncated",
   "timestamp"
  ],
  "properties": {
   "role": {
    "const": "bashExecution",
    "type": "string"
   },
   "command": {
    "type": "string"
   },
   "output": {
    "type": "string"
   },
   "exitCode": {
    "type": "integer"
   },
   "cancelled": {
    "type": "boolean"
   },
   "truncated": {
    "type": "boolean"
   },
   "fullOutputPath": {
    "type": "string"
   },
   "excludeFromContext": {
    "type": "boolean"
   },
   "timestamp": {
    "type": "number"
   }
  }
 },
 "CustomMessage": {
  "type": "object",
  "required": [
   "role",
   "customType",
   "content",
   "display",
   "timestamp"
  ],
  "properties": {
   "role": {
    "const": "custom",
    "type": "string"
   },
   "customType": {
    "type": "string"
   },
   "content": {
    "anyOf": [
     {
      "type": "string"
     },
     {
      "type": "array",
      "items": {
       "$ref": "#/$defs/UserContent"
      }
     }
    ]
   },
   "display": {
    "type": "boolean"
   },
   "details": {},
   "timestamp": {
    "type": "number"
   }
  }
 },
 "BranchSummaryMessage": {
  "type": "object",
  "required": [
   "role",
   "summary",
   "fromId",
   "timestamp"
  ],
  "properties": {
   "role": {
    "const": "branchSummary",
    "type": "string"
   },
   "summary": {
    "type": "string"
   },
   "fromId": {
    "anyOf": [
     {
      "type": "string"
     },
     {
      "type": "null"
     }
    ]
   },
   "timestamp": {
    "type": "number"
   }
  }
 },
 "CompactionSummaryMessage": {
  "type": "object",
  "required": [
   "role",
   "summary",
   "tokensBefore",
   "timestamp"
  ],
  "properties": {
   "role": {
    "const": "compactionSummary",
    "type": "string"
   },
   "summary": {
    "type": "string"
   },
   "tokensBefore": {
    "minimum": 0,
    "type": "number"
   },
   "timestamp": {
    "type": "number"
   }
  }
 },
 "AgentMessage": {
  "open": true,
  "anyOf": [
   {
    "$ref": "#/$defs/SystemMessage"
   },
   {
    "$ref": "#/$defs/UserMessage"
   },
   {
    "$ref": "#/$defs/AssistantMessage"
   },
   {
    "$ref": "#/$defs/ToolResultMessage"
   },
   {
    "$ref": "#/$defs/BashExecutionMessage"
   },
   {
    "$ref": "#/$defs/CustomMessage"
   },
   {
    "$ref": "#/$defs/BranchSummaryMessage"
   },
   {
    "$ref": "#/$defs/CompactionSummaryMessage"
   }
  ]
 },
 "SessionMessageEntry": {
  "type": "object",
  "required": [
   "type",
   "id",
   "parentId",
   "timestamp",
   "message"
  ],
  "properties": {
   "type": {
    "const": "message",
    "type": "string"
   },
   "id": {
    "minLength": 1,
    "type": "string"
   },
   "parentId": {
    "anyOf": [
     {
      "type": "string"
     },
     {
      "type": "null"
     }
    ]
   },
   "timestamp": {
    "pattern": "^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$",
    "expected": "an ISO 8601 time in UTC with milliseconds",
    "type": "string"
   },
   "message": {
    "$ref": "#/$defs/AgentMessage"
   }
  }
 },
 "ModelChangeEntry": {
  "type": "object",
  "required": [
   "type",
   "id",
   "parentId",
   "timestamp",
   "provider",
   "modelId"
  ],
  "properties": {
   "type": {
    "const": "model_change",
    "type": "string"
   },
   "id": {
    "minLength": 1,
    "type": "string"
   },
   "parentId": {
    "anyOf": [
     {
      "type": "string"
     },
     {
      "type": "null"
     }
    ]
   },
   "timestamp": {
    "pattern": "^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$",
    "expected": "an ISO 8601 time in UTC with milliseconds",
    "type": "string"
   },
   "provider": {
    "type": "string"
   },
   "modelId": {
    "type": "string"
   }
  }
 },
 "ThinkingLevelChangeEntry": {
  "type": "object",
  "required": [
   "type",
   "id",
   "parentId",
   "timestamp",
   "thinkingLevel"
  ],
  "properties": {
   "type": {
    "const": "thinking_level_change",
    "type": "string"
   },
   "id": {
    "minLength": 1,
    "type": "string"
   },
   "parentId": {
    "anyOf": [
     {
      "type": "string"
     },
     {
      "type": "null"
     }
    ]
   },
   "timestamp": {
    "pattern": "^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$",
    "expected": "an ISO 8601 time in UTC with milliseconds",
    "type": "string"
   },
   "thinkingLevel": {
    "type": "string"
   }
  }
 },
 "UsageEntry": {
  "type": "object",
  "required": [
   "type",
   "id",
   "parentId",
   "timestamp",
   "kind",
   "provider",
   "model",
   "usage"
  ],
  "properties": {
   "type": {
    "const": "usage",
    "type": "string"
   },
   "id": {
    "minLength": 1,
    "type": "string"
   },
   "parentId": {
    "anyOf": [
     {
      "type": "string"
     },
     {
      "type": "null"
     }
    ]
   },
   "timestamp": {
    "pattern": "^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$",
    "expected": "an ISO 8601 time in UTC with milliseconds",
    "type": "string"
   },
   "kind": {
    "type": "string"
   },
   "provider": {
    "type": "string"
   },
   "model": {
    "type": "string"
   },
   "usage": {
    "$ref": "#/$defs/Usage"
   },
   "note": {
    "type": "string"
   }
  }
 },
 "CompactionEntry": {
  "type": "object",
  "required": [
   "type",
   "id",
   "parentId",
   "timestamp",
   "summary",
   "firstKeptEntryId",
   "tokensBefore"
  ],
  "properties": {
   "type": {
    "const": "compaction",
    "type": "string"
   },
   "id": {
    "minLength": 1,
    "type": "string"
   },
   "parentId": {
    "anyOf": [
     {
      "type": "string"
     },
     {
      "type": "null"
     }
    ]
   },
   "timestamp": {
    "pattern": "^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$",
    "expected": "an ISO 8601 time in UTC with milliseconds",
    "type": "string"
   },
   "summary": {
    "type": "string"
   },
   "usage": {
    "$ref": "#/$defs/Usage"
   },
   "details": {},
   "fromHook": {
    "type": "boolean"
   },
   "firstKeptEntryId": {
    "type": "string"
   },
   "tokensBefore": {
    "type": "number"
   },
   "systemMessage": {
    "$ref": "#/$defs/SystemMessage"
   }
  }
 },
 "ContextEditEntry": {
  "type": "object",
  "required": [
   "type",
   "id",
   "parentId",
   "timestamp",
   "targetId",
   "replacement"
  ],
  "properties": {
   "type": {
    "const": "context_edit",
    "type": "string"
   },
   "id": {
    "minLength": 1,
    "type": "string"
   },
   "parentId": {
    "anyOf": [
     {
      "type": "string"
     },
     {
      "type": "null"
     }
    ]
   },
   "timestamp": {
    "pattern": "^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$",
    "expected": "an ISO 8601 time in UTC with milliseconds",
    "type": "string"
   },
   "targetId": {
    "type": "string"
   },
   "replacement": {
    "anyOf": [
     {
      "type": "null"
     },
     {
      "type": "string"
     },
     {
      "type": "array",
      "items": {
       "$ref": "#/$defs/UserContent"
      }
     }
    ]
   }
  }
 },
 "BranchSummaryEntry": {
  "type": "object",
  "required": [
   "type",
   "id",
   "parentId",
   "timestamp",
   "summary",
   "fromId"
  ],
  "properties": {
   "type": {
    "const": "branch_summary",
    "type": "string"
   },
   "id": {
    "minLength": 1,
    "type": "string"
   },
   "parentId": {
    "anyOf": [
     {
      "type": "string"
     },
     {
      "type": "null"
     }
    ]
   },
   "timestamp": {
    "pattern": "^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$",
    "expected": "an ISO 8601 time in UTC with milliseconds",
    "type": "string"
   },
   "summary": {
    "type": "string"
   },
   "usage": {
    "$ref": "#/$defs/Usage"
   },
   "details": {},
   "fromHook": {
    "type": "boolean"
   },
   "fromId": {
    "anyOf": [
     {
      "type": "string"
     },
     {
      "type": "null"
     }
    ]
   }
  }
 },
 "CustomEntry": {
  "type": "object",
  "required": [
   "type",
   "id",
   "parentId",
   "timestamp",
   "customType"
  ],
  "properties": {
   "type": {
    "const": "custom",
    "type": "string"
   },
   "id": {
    "minLength": 1,
    "type": "string"
   },
   "parentId": {
    "anyOf": [
     {
      "type": "string"
     },
     {
      "type": "null"
     }
    ]
   },
   "timestamp": {
    "pattern": "^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$",
    "expected": "an ISO 8601 time in UTC with milliseconds",
    "type": "string"
   },
   "customType": {
    "type": "string"
   },
   "data": {}
  }
 },
 "CustomMessageEntry": {
  "type": "object",
  "required": [
   "type",
   "id",
   "parentId",
   "timestamp",
   "customType",
   "content",
   "display"
  ],
  "properties": {
   "type": {
    "const": "custom_message",
    "type": "string"
   },
   "id": {
    "minLength": 1,
    "type": "string"
   },
   "parentId": {
    "anyOf": [
     {
      "type": "string"
     },
     {
      "type": "null"
     }
    ]
   },
   "timestamp": {
    "pattern": "^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$",
    "expected": "an ISO 8601 time in UTC with milliseconds",
    "type": "string"
   },
   "customType": {
    "type": "string"
   },
   "content": {
    "anyOf": [
     {
      "type": "string"
     },
     {
      "type": "array",
      "items": {
       "$ref": "#/$defs/UserContent"
      }
     }
    ]
   },
   "display": {
    "type": "boolean"
   },
   "details": {}
  }
 },
 "LabelEntry": {
  "type": "object",
  "required": [
   "type",
   "id",
   "parentId",
   "timestamp",
   "targetId"
  ],
  "properties": {
   "type": {
    "const": "label",
    "type": "string"
   },
   "id": {
    "minLength": 1,
    "type": "string"
   },
   "parentId": {
    "anyOf": [
     {
      "type": "string"
     },
     {
      "type": "null"
     }
    ]
   },
   "timestamp": {
    "pattern": "^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$",
    "expected": "an ISO 8601 time in UTC with milliseconds",
    "type": "string"
   },
   "targetId": {
    "type": "string"
   },
   "label": {
    "type": "string"
   }
  }
 },
 "SessionInfoEntry": {
  "type": "object",
  "required": [
   "type",
   "id",
   "parentId",
   "timestamp"
  ],
  "properties": {
   "type": {
    "const": "session_info",
    "type": "string"
   },
   "id": {
    "minLength": 1,
    "type": "string"
   },
   "parentId": {
    "anyOf": [
     {
      "type": "string"
     },
     {
      "type": "null"
     }
    ]
   },
   "timestamp": {
    "pattern": "^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$",
    "expected": "an ISO 8601 time in UTC with milliseconds",
    "type": "string"
   },
   "name": {
    "type": "string"
   }
  }
 },
 "SessionEntry": {
  "open": true,
  "anyOf": [
   {
    "$ref": "#/$defs/SessionMessageEntry"
   },
   {
    "$ref": "#/$defs/ModelChangeEntry"
   },
   {
    "$ref": "#/$defs/ThinkingLevelChangeEntry"
   },
   {
    "$ref": "#/$defs/UsageEntry"
   },
   {
    "$ref": "#/$defs/CompactionEntry"
   },
   {
    "$ref": "#/$defs/ContextEditEntry"
   },
   {
    "$ref": "#/$defs/BranchSummaryEntry"
   },
   {
    "$ref": "#/$defs/CustomEntry"
   },
   {
    "$ref": "#/$defs/CustomMessageEntry"
   },
   {
    "$ref": "#/$defs/LabelEntry"
   },
   {
    "$ref": "#/$defs/SessionInfoEntry"
   }
  ]
 },
 "ToolExecutionResult": {
  "type": "object",
  "required": [
   "content"
  ],
  "properties": {
   "content": {
    "type": "array",
    "items": {
     "$ref": "#/$defs/UserContent"
    }
   },
   "details": {},
   "structuredContent": {},
   "usage": {
    "$ref": "#/$defs/Usage"
   },
   "terminate": {
    "type": "boolean"
   }
  }
 },
 "CompactionResult": {
  "type": "object",
  "required": [
   "summary",
   "firstKeptEntryId",
   "tokensBefore"
  ],
  "properties": {
   "summary": {
    "type": "string"
   },
   "firstKeptEntryId": {
    "type": "string"
   },
   "tokensBefore": {
    "type": "number"
   },
   "estimatedTokensAfter": {
    "type": "number"
   },
   "usage": {
    "$ref": "#/$defs/Usage"
   },
   "details": {},
   "entryId": {
    "type": "string"
   }
  }
 },
 "AssistantMessageUpdate": {
  "anyOf": [
   {
    "type": "object",
    "required": [
     "type",
     "contentIndex"
    ],
    "properties": {
     "type": {
      "const": "text_start",
      "type": "string"
     },
     "contentIndex": {
      "minimum": 0,
      "type": "integer"
     }
    }
   },
   {
    "type": "object",
    "required": [
     "type",
     "contentIndex"
    ],
    "properties": {
     "type": {
      "const": "thinking_start",
      "type": "string"
     },
     "contentIndex": {
      "minimum": 0,
      "type": "integer"
     }
    }
   },
   {
    "type": "object",
    "required": [
     "type",
     "contentIndex",
     "id",
     "toolName"
    ],
    "properties": {
     "type": {
      "const": "toolcall_start",
      "type": "string"
     },
     "contentIndex": {
      "minimum": 0,
      "type": "integer"
     },
     "id": {
      "type": "string"
     },
     "toolName": {
      "type": "string"
     }
    }
   },
   {
    "type": "object",
    "required": [
     "type",
     "contentIndex",
     "delta"
    ],
    "properties": {
     "type": {
      "const": "text_delta",
      "type": "string"
     },
     "contentIndex": {
      "minimum": 0,
      "type": "integer"
     },
     "delta": {
      "type": "string"
     }
    }
   },
   {
    "type": "object",
    "required": [
     "type",
     "contentIndex",
     "delta"
    ],
    "properties": {
     "type": {
      "const": "thinking_delta",
      "type": "string"
     },
     "contentIndex": {
      "minimum": 0,
      "type": "integer"
     },
     "delta": {
      "type": "string"
     }
    }
   },
   {
    "type": "object",
    "required": [
     "type",
     "contentIndex",
     "delta"
    ],
    "properties": {
     "type": {
      "const": "toolcall_delta",
      "type": "string"
     },
     "contentIndex": {
      "minimum": 0,
      "type": "integer"
     },
     "delta": {
      "type": "string"
     }
    }
   },
   {
    "type": "object",
    "required": [
     "type",
     "contentIndex",
     "content"
    ],
    "properties": {
     "type": {
      "const": "text_end",
      "type": "string"
     },
     "contentIndex": {
      "minimum": 0,
      "type": "integer"
     },
     "content": {
      "type": "string"
     }
    }
   },
   {
    "type": "object",
    "required": [
     "type",
     "contentIndex",
     "content"
    ],
    "properties": {
     "type": {
      "const": "thinking_end",
      "type": "string"
     },
     "contentIndex": {
      "minimum": 0,
      "type": "integer"
     },
     "content": {
      "type": "string"
     }
    }
   },
   {
    "type": "object",
    "required": [
     "type",
     "contentIndex",
     "toolCall"
    ],
    "properties": {
     "type": {
      "const": "toolcall_end",
      "type": "string"
     },
     "contentIndex": {
      "minimum": 0,
      "type": "integer"
     },
     "toolCall": {
      "$ref": "#/$defs/ToolCall"
     }
    }
   }
  ]
 },
 "Model": {
  "type": "object",
  "required": [
   "id",
   "name",
   "api",
   "provider",
   "baseUrl",
   "reasoning",
   "input",
   "cost",
   "contextWindow",
   "maxTokens"
  ],
  "properties": {
   "type": {
    "const": "chat",
    "type": "string"
   },
   "id": {
    "type": "string"
   },
   "name": {
    "type": "string"
   },
   "api": {
    "type": "string"
   },
   "provider": {
    "type": "string"
   },
   "baseUrl": {
    "type": "string"
   },
   "reasoning": {
    "type": "boolean"
   },
   "thinkingLevelMap": {
    "type": "object",
    "additionalProperties": {
     "anyOf": [
      {
       "type": "string"
      },
      {
       "type": "null"
      }
     ]
    }
   },
   "input": {
    "type": "array",
    "items": {
     "type": "string",
     "enum": [
      "text",
      "image"
     ]
    }
   },
   "cost": {
    "type": "object",
    "required": [
     "input",
     "output",
     "cacheRead",
     "cacheWrite"
    ],
    "properties": {
     "input": {
      "minimum": 0,
      "type": "number"
     },
     "output": {
      "minimum": 0,
      "type": "number"
     },
     "cacheRead": {
      "minimum": 0,
      "type": "number"
     },
     "cacheWrite": {
      "minimum": 0,
      "type": "number"
     },
     "tiers": {
      "type": "array",
      "items": {
       "type": "object",
       "required": [
        "input",
        "output",
        "cacheRead",
        "cacheWrite",
        "inputTokensAbove"
       ],
       "properties": {
        "input": {
         "minimum": 0,
         "type": "number"
        },
        "output": {
         "minimum": 0,
         "type": "number"
        },
        "cacheRead": {
         "minimum": 0,
         "type": "number"
        },
        "cacheWrite": {
         "minimum": 0,
         "type": "number"
        },
        "inputTokensAbove": {
         "minimum": 0,
         "type": "number"
        }
       }
      }
     }
    }
   },
   "contextWindow": {
    "minimum": 0,
    "type": "number"
   },
   "maxTokens": {
    "minimum": 0,
    "type": "number"
   },
   "headers": {
    "type": "object",
    "additionalProperties": {
     "type": "string"
    }
   },
   "compat": {
    "type": "object"
   }
  }
 },
 "HarnessState": {
  "type": "object",
  "required": [
   "v",
   "at",
   "settings",
   "constraints",
   "corrections",
   "approvals",
   "turn",
   "evidence",
   "slice",
   "context",
   "skills",
   "audit",
   "learnings"
  ],
  "properties": {
   "v": {
    "const": 1,
    "type": "number"
   },
   "at": {
    "type": "string"
   },
   "settings": {
    "type": "object",
    "required": [
     "alignment",
     "authorizationGate",
     "scopeGuard",
     "evidence",
     "context",
     "contextKeepRecent",
     "contextBatchSize",
     "skills",
     "verifyCommands",
     "maxChangedLines",
     "maxFileLines"
    ],
    "properties": {
     "alignment": {
      "type": "boolean"
     },
     "authorizationGate": {
      "type": "boolean"
     },
     "scopeGuard": {
      "type": "boolean"
     },
     "evidence": {
      "type": "boolean"
     },
     "context": {
      "type": "boolean"
     },
     "contextKeepRecent": {
      "minimum": 0,
      "type": "number"
     },
     "contextBatchSize": {
      "minimum": 0,
      "type": "number"
     },
     "skills": {
      "type": "boolean"
     },
     "verifyCommands": {
      "type": "array",
      "items": {
       "type": "string"
      }
     },
     "maxChangedLines": {
      "minimum": 0,
      "type": "number"
     },
     "maxFileLines": {
      "minimum": 0,
      "type": "number"
     }
    }
   },
   "constraints": {
    "type": "array",
    "items": {
     "type": "object",
     "required": [
      "id",
      "text",
      "lang",
      "form",
      "status",
      "reason",
      "entryId",
      "at",
      "restated",
      "exception"
     ],
     "properties": {
      "id": {
       "type": "string"
      },
      "text": {
       "type": "string"
      },
      "lang": {
       "type": "string",
       "enum": [
        "en",
        "pt",
        "es"
       ]
      },
      "form": {
       "type": "string"
      },
      "status": {
       "type": "string",
       "enum": [
        "active",
        "superseded",
        "retracted"
       ]
      },
      "reason": {
       "anyOf": [
        {
         "type": "string",
         "enum": [
          "contradicted",
          "developer",
          "superseded"
         ]
        },
        {
         "type": "null"
        }
       ]
      },
      "entryId": {
       "type": "string"
      },
      "at": {
       "type": "string"
      },
      "restated": {
       "type": "boolean"
      },
      "exception": {
       "type": "boolean"
      }
     }
    }
   },
   "corrections": {
    "type": "array",
    "items": {
     "type": "object",
     "required": [
      "id",
      "text",
      "entryId",
      "at",
      "active",
      "retracted"
     ],
     "properties": {
      "id": {
       "type": "string"
      },
      "text": {
       "type": "string"
      },
      "entryId": {
       "type": "string"
      },
      "at": {
       "type": "string"
      },
      "active": {
       "type": "boolean"
      },
      "retracted": {
       "type": "boolean"
      }
     }
    }
   },
   "approvals": {
    "type": "array",
    "items": {
     "type": "object",
     "required": [
      "id",
      "status",
      "tool",
      "command",
      "cwd",
      "ops",
      "at"
     ],
     "properties": {
      "id": {
       "type": "string"
      },
      "status": {
       "type": "string",
       "enum": [
        "pending",
        "approved",
        "used",
        "denied",
        "expired",
        "message"
       ]
      },
      "tool": {
       "type": "string"
      },
      "command": {
       "type": "string"
      },
      "cwd": {
       "type": "string"
      },
      "ops": {
       "type": "array",
       "items": {
        "type": "object",
        "required": [
         "id",
         "class",
         "label"
        ],
        "properties": {
         "id": {
          "type": "string"
         },
         "class": {
          "type": "array",
          "items": {
           "type": "string",
           "enum": [
            "destructive",
            "external"
           ]
          }
         },
         "label": {
          "type": "string"
         }
        }
       }
      },
      "at": {
       "type": "string"
      }
     }
    }
   },
   "turn": {
    "anyOf": [
     {
      "type": "object",
      "required": [
       "entryId",
       "kind",
       "editBlocked",
       "editsAllowed"
      ],
      "properties": {
       "entryId": {
        "type": "string"
       },
       "kind": {
        "type": "string",
        "enum": [
         "question",
         "request"
        ]
       },
       "editBlocked": {
        "type": "boolean"
       },
       "editsAllowed": {
        "type": "boolean"
       }
      }
     },
     {
      "type": "null"
     }
    ]
   },
   "evidence": {
    "anyOf": [
     {
      "type": "object",
      "required": [
       "entryId",
       "status",
       "reason",
       "claims",
       "changeRequest",
       "effect",
       "changes",
       "checks",
       "requested",
       "final"
      ],
      "properties": {
       "entryId": {
        "type": "string"
       },
       "status": {
        "anyOf": [
         {
          "type": "string",
          "enum": [
           "verified",
           "unverified",
           "contradicted",
           "no-effect",
           "acknowledged"
          ]
         },
         {
          "type": "null"
         }
        ]
       },
       "reason": {
        "anyOf": [
         {
          "type": "string"
         },
         {
          "type": "null"
         }
        ]
       },
       "claims": {
        "type": "array",
        "items": {
         "type": "string",
         "enum": [
          "ack",
          "all-tests",
          "checks",
          "completion"
         ]
        }
       },
       "changeRequest": {
        "type": "boolean"
       },
       "effect": {
        "type": "boolean"
       },
       "changes": {
        "type": "array",
        "items": {
         "type": "object",
         "required": [
          "path",
          "kind",
          "count"
         ],
         "properties": {
          "path": {
           "type": "string"
          },
          "kind": {
           "type": "string",
           "enum": [
            "code",
            "doc"
           ]
          },
          "count": {
           "minimum": 0,
           "type": "number"
          }
         }
        }
       },
       "checks": {
        "type": "array",
        "items": {
         "type": "object",
         "required": [
          "toolCallId",
          "command",
          "kind",
          "exitCode",
          "result",
          "why",
          "narrowed",
          "afterLastChange",
          "carried",
          "at"
         ],
         "properties": {
          "toolCallId": {
           "anyOf": [
            {
             "type": "string"
            },
            {
             "type": "null"
            }
           ]
          },
          "command": {
           "maxLength": 200,
           "type": "string"
          },
          "kind": {
           "type": "string",
           "enum": [
            "test",
            "types",
            "lint",
            "build"
           ]
          },
          "exitCode": {
           "anyOf": [
            {
             "type": "integer"
            },
            {
             "type": "null"
            }
           ]
          },
          "result": {
           "type": "string",
           "enum": [
            "passed",
            "failed",
            "masked",
            "undeclared"
           ]
          },
          "why": {
           "anyOf": [
            {
             "type": "string"
            },
            {
             "type": "null"
            }
           ]
          },
          "narrowed": {
           "anyOf": [
            {
             "type": "string",
             "enum": [
              "name",
              "path"
             ]
            },
            {
             "type": "null"
            }
           ]
          },
          "afterLastChange": {
           "type": "boolean"
          },
          "carried": {
           "type": "boolean"
          },
          "at": {
           "type": "string"
          }
         }
        }
       },
       "requested": {
        "type": "boolean"
       },
       "final": {
        "type": "boolean"
       }
      }
     },
     {
      "type": "null"
     }
    ]
   },
   "slice": {
    "type": "object",
    "required": [
     "git",
     "changedLines",
     "limit",
     "fired",
     "files"
    ],
    "properties": {
     "git": {
      "type": "boolean"
     },
     "changedLines": {
      "anyOf": [
       {
        "minimum": 0,
        "type": "number"
       },
       {
        "type": "null"
       }
      ]
     },
     "limit": {
      "minimum": 0,
      "type": "number"
     },
     "fired": {
      "type": "boolean"
     },
     "files": {
      "type": "array",
      "items": {
       "type": "object",
       "required": [
        "path",
        "before",
        "after",
        "fired"
       ],
       "properties": {
        "path": {
         "type": "string"
        },
        "before": {
         "minimum": 0,
         "type": "number"
        },
        "after": {
         "minimum": 0,
         "type": "number"
        },
        "fired": {
         "type": "boolean"
        }
       }
      }
     }
    }
   },
   "context": {
    "type": "object",
    "required": [
     "results",
     "verbatim",
     "elided",
     "pending",
     "savedChars",
     "batches"
    ],
    "properties": {
     "results": {
      "minimum": 0,
      "type": "number"
     },
     "verbatim": {
      "minimum": 0,
      "type": "number"
     },
     "elided": {
      "minimum": 0,
      "type": "number"
     },
     "pending": {
      "minimum": 0,
      "type": "number"
     },
     "savedChars": {
      "minimum": 0,
      "type": "number"
     },
     "batches": {
      "minimum": 0,
      "type": "number"
     }
    }
   },
   "skills": {
    "type": "array",
    "items": {
     "type": "object",
     "required": [
      "name",
      "entryLoads",
      "fanout",
      "loads",
      "effective",
      "uptake",
      "early",
      "middle",
      "late",
      "revisits"
     ],
     "properties": {
      "name": {
       "type": "string"
      },
      "entryLoads": {
       "minimum": 0,
       "type": "number"
      },
      "fanout": {
       "minimum": 0,
       "type": "number"
      },
      "loads": {
       "minimum": 0,
       "type": "number"
      },
      "effective": {
       "minimum": 0,
       "type": "number"
      },
      "uptake": {
       "anyOf": [
        {
         "minimum": 0,
         "type": "number"
        },
        {
         "type": "null"
        }
       ]
      },
      "early": {
       "minimum": 0,
       "type": "number"
      },
      "middle": {
       "minimum": 0,
       "type": "number"
      },
      "late": {
       "minimum": 0,
       "type": "number"
      },
      "revisits": {
       "minimum": 0,
       "type": "number"
      }
     }
    }
   },
   "audit": {
    "type": "array",
    "items": {
     "type": "object",
     "required": [
      "skill",
      "rule",
      "message"
     ],
     "properties": {
      "skill": {
       "type": "string"
      },
      "rule": {
       "type": "string",
       "enum": [
        "entry-long-flat",
        "entry-long",
        "description-long",
        "missing-reference",
        "reference-without-reason",
        "unreferenced-file"
       ]
      },
      "message": {
       "type": "string"
      },
      "path": {
       "type": "string"
      }
     }
    }
   },
   "learnings": {
    "type": "array",
    "items": {
     "type": "string"
    }
   }
  }
 },
 "ContextUsage": {
  "type": "object",
  "required": [
   "tokens",
   "contextWindow",
   "percent"
  ],
  "properties": {
   "tokens": {
    "anyOf": [
     {
      "minimum": 0,
      "type": "number"
     },
     {
      "type": "null"
     }
    ]
   },
   "contextWindow": {
    "minimum": 0,
    "type": "number"
   },
   "percent": {
    "anyOf": [
     {
      "minimum": 0,
      "type": "number"
     },
     {
      "type": "null"
     }
    ]
   }
  }
 },
 "SourceInfo": {
  "type": "object",
  "required": [
   "path",
   "source",
   "scope",
   "origin"
  ],
  "properties": {
   "path": {
    "type": "string"
   },
   "source": {
    "type": "string"
   },
   "scope": {
    "type": "string",
    "enum": [
     "user",
     "project",
     "temporary"
    ]
   },
   "origin": {
    "type": "string",
    "enum": [
     "package",
     "top-level"
    ]
   },
   "baseDir": {
    "type": "string"
   },
   "changelogPath": {
    "type": "string"
   }
  }
 },
 "ResourceInfo": {
  "type": "object",
  "required": [
   "name",
   "path",
   "scope",
   "source",
   "enabled",
   "diagnostics"
  ],
  "properties": {
   "name": {
    "type": "string"
   },
   "path": {
    "type": "string"
   },
   "scope": {
    "type": "string",
    "enum": [
     "user",
     "project",
     "temporary"
    ]
   },
   "source": {
    "type": "string"
   },
   "enabled": {
    "type": "boolean"
   },
   "diagnostics": {
    "type": "array",
    "items": {
     "type": "object",
     "required": [
      "type",
      "message"
     ],
     "properties": {
      "type": {
       "type": "string",
       "enum": [
        "warning",
        "error",
        "collision"
       ]
      },
      "message": {
       "type": "string"
      }
     }
    }
   },
   "state": {
    "type": "string"
   },
   "toolCount": {
    "minimum": 0,
    "type": "number"
   }
  }
 },
 "SessionTreeNode": {
  "type": "object",
  "required": [
   "entry",
   "children"
  ],
  "properties": {
   "entry": {
    "$ref": "#/$defs/SessionEntry"
   },
   "children": {
    "type": "array",
    "items": {
     "$ref": "#/$defs/SessionTreeNode"
    }
   },
   "label": {
    "type": "string"
   },
   "labelTimestamp": {
    "type": "string"
   }
  }
 }
};

export const eventSchemas: Record<string, JsonSchema> = {
 "agent_start": {
  "type": "object",
  "properties": {}
 },
 "agent_end": {
  "type": "object",
  "required": [
   "messages",
   "willRetry"
  ],
  "properties": {
   "messages": {
    "type": "array",
    "items": {
     "$ref": "#/$defs/AgentMessage"
    }
   },
   "willRetry": {
    "type": "boolean"
   }
  }
 },
 "agent_settled": {
  "type": "object",
  "required": [
   "aborted"
  ],
  "properties": {
   "aborted": {
    "type": "boolean"
   }
  }
 },
 "turn_start": {
  "type": "object",
  "properties": {}
 },
 "turn_end": {
  "type": "object",
  "required": [
   "message",
   "toolResults"
  ],
  "properties": {
   "message": {
    "$ref": "#/$defs/AssistantMessage"
   },
   "toolResults": {
    "type": "array",
    "items": {
     "$ref": "#/$defs/ToolResultMessage"
    }
   }
  }
 },
 "message_start": {
  "type": "object",
  "required": [
   "message"
  ],
  "properties": {
   "message": {
    "$ref": "#/$defs/AgentMessage"
   }
  }
 },
 "message_update": {
  "type": "object",
  "required": [
   "usage",
   "assistantMessageEvent"
  ],
  "properties": {
   "usage": {
    "$ref": "#/$defs/Usage"
   },
   "assistantMessageEvent": {
    "$ref": "#/$defs/AssistantMessageUpdate"
   }
  }
 },
 "message_end": {
  "type": "object",
  "required": [
   "message"
  ],
  "properties": {
   "message": {
    "$ref": "#/$defs/AgentMessage"
   },
   "entryId": {
    "type": "string"
   }
  }
 },
 "tool_execution_start": {
  "type": "object",
  "required": [
   "toolCallId",
   "toolName",
   "args"
  ],
  "properties": {
   "toolCallId": {
    "type": "string"
   },
   "toolName": {
    "type": "string"
   },
   "args": {
    "type": "object"
   },
   "parentToolCallId": {
    "type": "string"
   }
  }
 },
 "tool_execution_update": {
  "type": "object",
  "required": [
   "toolCallId",
   "toolName",
   "args",
   "partialResult"
  ],
  "properties": {
   "toolCallId": {
    "type": "string"
   },
   "toolName": {
    "type": "string"
   },
   "args": {
    "type": "object"
   },
   "partialResult": {
    "$ref": "#/$defs/ToolExecutionResult"
   },
   "parentToolCallId": {
    "type": "string"
   }
  }
 },
 "tool_execution_end": {
  "type": "object",
  "required": [
   "toolCallId",
   "toolName",
   "result",
   "isError"
  ],
  "properties": {
   "toolCallId": {
    "type": "string"
   },
   "toolName": {
    "type": "string"
   },
   "result": {
    "$ref": "#/$defs/ToolExecutionResult"
   },
   "isError": {
    "type": "boolean"
   },
   "durationMs": {
    "minimum": 0,
    "type": "number"
   },
   "parentToolCallId": {
    "type": "string"
   }
  }
 },
 "queue_update": {
  "type": "object",
  "required": [
   "steering",
   "followUp"
  ],
  "properties": {
   "steering": {
    "type": "array",
    "items": {
     "type": "string"
    }
   },
   "followUp": {
    "type": "array",
    "items": {
     "type": "string"
    }
   }
  }
 },
 "entry_appended": {
  "type": "object",
  "required": [
   "entry"
  ],
  "properties": {
   "entry": {
    "$ref": "#/$defs/SessionEntry"
   }
  }
 },
 "session_info_changed": {
  "type": "object",
  "properties": {
   "name": {
    "type": "string"
   }
  }
 },
 "thinking_level_changed": {
  "type": "object",
  "required": [
   "level"
  ],
  "properties": {
   "level": {
    "type": "string",
    "enum": [
     "off",
     "minimal",
     "low",
     "medium",
     "high",
     "xhigh",
     "max"
    ]
   }
  }
 },
 "compaction_start": {
  "type": "object",
  "required": [
   "reason"
  ],
  "properties": {
   "reason": {
    "type": "string",
    "enum": [
     "manual",
     "threshold",
     "overflow"
    ]
   }
  }
 },
 "compaction_end": {
  "type": "object",
  "required": [
   "reason",
   "aborted",
   "willRetry"
  ],
  "properties": {
   "reason": {
    "type": "string",
    "enum": [
     "manual",
     "threshold",
     "overflow"
    ]
   },
   "result": {
    "$ref": "#/$defs/CompactionResult"
   },
   "aborted": {
    "type": "boolean"
   },
   "willRetry": {
    "type": "boolean"
   },
   "errorMessage": {
    "type": "string"
   }
  }
 },
 "auto_retry_start": {
  "type": "object",
  "required": [
   "attempt",
   "maxAttempts",
   "delayMs",
   "errorMessage"
  ],
  "properties": {
   "attempt": {
    "minimum": 0,
    "type": "integer"
   },
   "maxAttempts": {
    "minimum": 0,
    "type": "integer"
   },
   "delayMs": {
    "minimum": 0,
    "type": "number"
   },
   "errorMessage": {
    "type": "string"
   }
  }
 },
 "auto_retry_end": {
  "type": "object",
  "required": [
   "success",
   "attempt"
  ],
  "properties": {
   "success": {
    "type": "boolean"
   },
   "attempt": {
    "minimum": 0,
    "type": "integer"
   },
   "finalError": {
    "type": "string"
   }
  }
 },
 "summarization_retry_scheduled": {
  "type": "object",
  "required": [
   "attempt",
   "maxAttempts",
   "delayMs",
   "errorMessage"
  ],
  "properties": {
   "attempt": {
    "minimum": 0,
    "type": "integer"
   },
   "maxAttempts": {
    "minimum": 0,
    "type": "integer"
   },
   "delayMs": {
    "minimum": 0,
    "type": "number"
   },
   "errorMessage": {
    "type": "string"
   }
  }
 },
 "summarization_retry_attempt_start": {
  "type": "object",
  "required": [
   "source"
  ],
  "properties": {
   "source": {
    "type": "string",
    "enum": [
     "compaction",
     "branchSummary"
    ]
   },
   "reason": {
    "type": "string",
    "enum": [
     "manual",
     "threshold",
     "overflow"
    ]
   }
  }
 },
 "summarization_retry_finished": {
  "type": "object",
  "properties": {}
 },
 "harness_update": {
  "type": "object",
  "required": [
   "state"
  ],
  "properties": {
   "state": {
    "$ref": "#/$defs/HarnessState"
   }
  }
 },
 "session_tree": {
  "type": "object",
  "required": [
   "newLeafId",
   "oldLeafId"
  ],
  "properties": {
   "newLeafId": {
    "anyOf": [
     {
      "type": "string"
     },
     {
      "type": "null"
     }
    ]
   },
   "oldLeafId": {
    "anyOf": [
     {
      "type": "string"
     },
     {
      "type": "null"
     }
    ]
   },
   "summaryEntryId": {
    "type": "string"
   }
  }
 },
 "bash_execution_update": {
  "type": "object",
  "required": [
   "delta"
  ],
  "properties": {
   "id": {},
   "delta": {
    "type": "string"
   }
  }
 },
 "extension_error": {
  "type": "object",
  "required": [
   "extensionPath",
   "event",
   "error"
  ],
  "properties": {
   "extensionPath": {
    "type": "string"
   },
   "event": {
    "type": "string"
   },
   "error": {
    "type": "string"
   }
  }
 },
 "session_conflict": {
  "type": "object",
  "required": [
   "sessionFile"
  ],
  "properties": {
   "sessionFile": {
    "type": "string"
   }
  }
 },
 "model_changed": {
  "type": "object",
  "required": [
   "model",
   "thinkingLevel"
  ],
  "properties": {
   "model": {
    "$ref": "#/$defs/Model"
   },
   "thinkingLevel": {
    "type": "string",
    "enum": [
     "off",
     "minimal",
     "low",
     "medium",
     "high",
     "xhigh",
     "max"
    ]
   }
  }
 },
 "settings_changed": {
  "type": "object",
  "required": [
   "keys"
  ],
  "properties": {
   "keys": {
    "type": "array",
    "items": {
     "type": "string"
    }
   }
  }
 },
 "auth_changed": {
  "type": "object",
  "required": [
   "provider",
   "status"
  ],
  "properties": {
   "provider": {
    "type": "string"
   },
   "status": {
    "type": "string",
    "enum": [
     "ready",
     "missing",
     "expired"
    ]
   }
  }
 },
 "context_update": {
  "type": "object",
  "required": [
   "tokens",
   "contextWindow",
   "percent"
  ],
  "properties": {
   "tokens": {
    "anyOf": [
     {
      "type": "number"
     },
     {
      "type": "null"
     }
    ]
   },
   "contextWindow": {
    "type": "number"
   },
   "percent": {
    "anyOf": [
     {
      "type": "number"
     },
     {
      "type": "null"
     }
    ]
   }
  }
 },
 "sessions_changed": {
  "type": "object",
  "properties": {}
 },
 "resources_changed": {
  "type": "object",
  "required": [
   "kinds"
  ],
  "properties": {
   "kinds": {
    "type": "array",
    "items": {
     "type": "string"
    }
   }
  }
 },
 "session_replaced": {
  "type": "object",
  "required": [
   "reason",
   "sessionId",
   "cwd"
  ],
  "properties": {
   "reason": {
    "type": "string",
    "enum": [
     "new",
     "resume",
     "fork",
     "reload"
    ]
   },
   "sessionId": {
    "type": "string"
   },
   "sessionFile": {
    "type": "string"
   },
   "cwd": {
    "type": "string"
   }
  }
 }
};

export const uiRequestSchemas: Record<string, JsonSchema> = {
 "select": {
  "type": "object",
  "required": [
   "title",
   "options"
  ],
  "properties": {
   "title": {
    "type": "string"
   },
   "options": {
    "type": "array",
    "items": {
     "type": "string"
    }
   },
   "timeout": {
    "minimum": 0,
    "type": "number"
   },
   "context": {
    "anyOf": [
     {
      "type": "object",
      "required": [
       "kind",
       "command",
       "effects",
       "operations",
       "targets",
       "reason",
       "allowSession"
      ],
      "properties": {
       "kind": {
        "const": "authorization",
        "type": "string"
       },
       "command": {
        "type": "string"
       },
       "effects": {
        "type": "array",
        "items": {
         "type": "string",
         "enum": [
          "destructive",
          "external"
         ]
        }
       },
       "operations": {
        "type": "array",
        "items": {
         "type": "string"
        }
       },
       "targets": {
        "type": "array",
        "items": {
         "type": "object",
         "properties": {
          "path": {
           "type": "string"
          },
          "remote": {
           "type": "string"
          },
          "exists": {
           "type": "boolean"
          },
          "tracked": {
           "type": "boolean"
          }
         }
        }
       },
       "reason": {
        "type": "string"
       },
       "toolCallId": {
        "type": "string"
       },
       "allowSession": {
        "type": "boolean"
       }
      }
     },
     {
      "type": "object",
      "required": [
       "kind",
       "resources"
      ],
      "properties": {
       "kind": {
        "const": "trust",
        "type": "string"
       },
       "resources": {
        "type": "array",
        "items": {
         "type": "string"
        }
       }
      }
     },
     {
      "type": "object",
      "required": [
       "kind",
       "provider"
      ],
      "properties": {
       "kind": {
        "const": "login",
        "type": "string"
       },
       "provider": {
        "type": "string"
       },
       "url": {
        "type": "string"
       },
       "redirectUri": {
        "type": "string"
       },
       "userCode": {
        "type": "string"
       },
       "secret": {
        "type": "boolean"
       }
      }
     }
    ]
   }
  }
 },
 "confirm": {
  "type": "object",
  "required": [
   "title",
   "message"
  ],
  "properties": {
   "title": {
    "type": "string"
   },
   "message": {
    "type": "string"
   },
   "timeout": {
    "minimum": 0,
    "type": "number"
   },
   "context": {
    "anyOf": [
     {
      "type": "object",
      "required": [
       "kind",
       "command",
       "effects",
       "operations",
       "targets",
       "reason",
       "allowSession"
      ],
      "properties": {
       "kind": {
        "const": "authorization",
        "type": "string"
       },
       "command": {
        "type": "string"
       },
       "effects": {
        "type": "array",
        "items": {
         "type": "string",
         "enum": [
          "destructive",
          "external"
         ]
        }
       },
       "operations": {
        "type": "array",
        "items": {
         "type": "string"
        }
       },
       "targets": {
        "type": "array",
        "items": {
         "type": "object",
         "properties": {
          "path": {
           "type": "string"
          },
          "remote": {
           "type": "string"
          },
          "exists": {
           "type": "boolean"
          },
          "tracked": {
           "type": "boolean"
          }
         }
        }
       },
       "reason": {
        "type": "string"
       },
       "toolCallId": {
        "type": "string"
       },
       "allowSession": {
        "type": "boolean"
       }
      }
     },
     {
      "type": "object",
      "required": [
       "kind",
       "resources"
      ],
      "properties": {
       "kind": {
        "const": "trust",
        "type": "string"
       },
       "resources": {
        "type": "array",
        "items": {
         "type": "string"
        }
       }
      }
     },
     {
      "type": "object",
      "required": [
       "kind",
       "provider"
      ],
      "properties": {
       "kind": {
        "const": "login",
        "type": "string"
       },
       "provider": {
        "type": "string"
       },
       "url": {
        "type": "string"
       },
       "redirectUri": {
        "type": "string"
       },
       "userCode": {
        "type": "string"
       },
       "secret": {
        "type": "boolean"
       }
      }
     }
    ]
   }
  }
 },
 "input": {
  "type": "object",
  "required": [
   "title"
  ],
  "properties": {
   "title": {
    "type": "string"
   },
   "placeholder": {
    "type": "string"
   },
   "timeout": {
    "minimum": 0,
    "type": "number"
   },
   "context": {
    "anyOf": [
     {
      "type": "object",
      "required": [
       "kind",
       "command",
       "effects",
       "operations",
       "targets",
       "reason",
       "allowSession"
      ],
      "properties": {
       "kind": {
        "const": "authorization",
        "type": "string"
       },
       "command": {
        "type": "string"
       },
       "effects": {
        "type": "array",
        "items": {
         "type": "string",
         "enum": [
          "destructive",
          "external"
         ]
        }
       },
       "operations": {
        "type": "array",
        "items": {
         "type": "string"
        }
       },
       "targets": {
        "type": "array",
        "items": {
         "type": "object",
         "properties": {
          "path": {
           "type": "string"
          },
          "remote": {
           "type": "string"
          },
          "exists": {
           "type": "boolean"
          },
          "tracked": {
           "type": "boolean"
          }
         }
        }
       },
       "reason": {
        "type": "string"
       },
       "toolCallId": {
        "type": "string"
       },
       "allowSession": {
        "type": "boolean"
       }
      }
     },
     {
      "type": "object",
      "required": [
       "kind",
       "resources"
      ],
      "properties": {
       "kind": {
        "const": "trust",
        "type": "string"
       },
       "resources": {
        "type": "array",
        "items": {
         "type": "string"
        }
       }
      }
     },
     {
      "type": "object",
      "required": [
       "kind",
       "provider"
      ],
      "properties": {
       "kind": {
        "const": "login",
        "type": "string"
       },
       "provider": {
        "type": "string"
       },
       "url": {
        "type": "string"
       },
       "redirectUri": {
        "type": "string"
       },
       "userCode": {
        "type": "string"
       },
       "secret": {
        "type": "boolean"
       }
      }
     }
    ]
   }
  }
 },
 "editor": {
  "type": "object",
  "required": [
   "title"
  ],
  "properties": {
   "title": {
    "type": "string"
   },
   "prefill": {
    "type": "string"
   },
   "context": {
    "anyOf": [
     {
      "type": "object",
      "required": [
       "kind",
       "command",
       "effects",
       "operations",
       "targets",
       "reason",
       "allowSession"
      ],
      "properties": {
       "kind": {
        "const": "authorization",
        "type": "string"
       },
       "command": {
        "type": "string"
       },
       "effects": {
        "type": "array",
        "items": {
         "type": "string",
         "enum": [
          "destructive",
          "external"
         ]
        }
       },
       "operations": {
        "type": "array",
        "items": {
         "type": "string"
        }
       },
       "targets": {
        "type": "array",
        "items": {
         "type": "object",
         "properties": {
          "path": {
           "type": "string"
          },
          "remote": {
           "type": "string"
          },
          "exists": {
           "type": "boolean"
          },
          "tracked": {
           "type": "boolean"
          }
         }
        }
       },
       "reason": {
        "type": "string"
       },
       "toolCallId": {
        "type": "string"
       },
       "allowSession": {
        "type": "boolean"
       }
      }
     },
     {
      "type": "object",
      "required": [
       "kind",
       "resources"
      ],
      "properties": {
       "kind": {
        "const": "trust",
        "type": "string"
       },
       "resources": {
        "type": "array",
        "items": {
         "type": "string"
        }
       }
      }
     },
     {
      "type": "object",
      "required": [
       "kind",
       "provider"
      ],
      "properties": {
       "kind": {
        "const": "login",
        "type": "string"
       },
       "provider": {
        "type": "string"
       },
       "url": {
        "type": "string"
       },
       "redirectUri": {
        "type": "string"
       },
       "userCode": {
        "type": "string"
       },
       "secret": {
        "type": "boolean"
       }
      }
     }
    ]
   }
  }
 },
 "notify": {
  "type": "object",
  "required": [
   "message"
  ],
  "properties": {
   "message": {
    "type": "string"
   },
   "notifyType": {
    "type": "string",
    "enum": [
     "info",
     "warning",
     "error"
    ]
   }
  }
 },
 "setStatus": {
  "type": "object",
  "required": [
   "statusKey"
  ],
  "properties": {
   "statusKey": {
    "type": "string"
   },
   "statusText": {
    "type": "string"
   }
  }
 },
 "setWidget": {
  "type": "object",
  "required": [
   "widgetKey"
  ],
  "properties": {
   "widgetKey": {
    "type": "string"
   },
   "widgetLines": {
    "type": "array",
    "items": {
     "type": "string"
    }
   },
   "widgetPlacement": {
    "type": "string",
    "enum": [
     "aboveEditor",
     "belowEditor"
    ]
   }
  }
 },
 "setTitle": {
  "type": "object",
  "required": [
   "title"
  ],
  "properties": {
   "title": {
    "type": "string"
   }
  }
 },
 "set_editor_text": {
  "type": "object",
  "required": [
   "text"
  ],
  "properties": {
   "text": {
    "type": "string"
   }
  }
 }
};

export const responseSchemas: Record<string, JsonSchema> = {
 "prompt": {
  "type": "object",
  "required": [
   "disposition"
  ],
  "properties": {
   "disposition": {
    "type": "string",
    "enum": [
     "started",
     "queued",
     "handled"
    ]
   }
  }
 },
 "steer": {
  "type": "object",
  "required": [
   "disposition"
  ],
  "properties": {
   "disposition": {
    "type": "string",
    "enum": [
     "queued",
     "handled"
    ]
   }
  }
 },
 "follow_up": {
  "type": "object",
  "required": [
   "disposition"
  ],
  "properties": {
   "disposition": {
    "type": "string",
    "enum": [
     "queued",
     "handled"
    ]
   }
  }
 },
 "abort": {
  "type": "undefined"
 },
 "clear_queue": {
  "type": "object",
  "required": [
   "steering",
   "followUp"
  ],
  "properties": {
   "steering": {
    "type": "array",
    "items": {
     "type": "string"
    }
   },
   "followUp": {
    "type": "array",
    "items": {
     "type": "string"
    }
   }
  }
 },
 "new_session": {
  "type": "object",
  "required": [
   "cancelled"
  ],
  "properties": {
   "cancelled": {
    "type": "boolean"
   }
  }
 },
 "get_state": {
  "type": "object",
  "required": [
   "thinkingLevel",
   "isStreaming",
   "isCompacting",
   "steeringMode",
   "followUpMode",
   "sessionId",
   "autoCompactionEnabled",
   "messageCount",
   "pendingMessageCount"
  ],
  "properties": {
   "model": {
    "$ref": "#/$defs/Model"
   },
   "thinkingLevel": {
    "type": "string",
    "enum": [
     "off",
     "minimal",
     "low",
     "medium",
     "high",
     "xhigh",
     "max"
    ]
   },
   "isStreaming": {
    "type": "boolean"
   },
   "isCompacting": {
    "type": "boolean"
   },
   "steeringMode": {
    "type": "string",
    "enum": [
     "all",
     "one-at-a-time"
    ]
   },
   "followUpMode": {
    "type": "string",
    "enum": [
     "all",
     "one-at-a-time"
    ]
   },
   "sessionFile": {
    "type": "string"
   },
   "sessionId": {
    "type": "string"
   },
   "sessionName": {
    "type": "string"
   },
   "autoCompactionEnabled": {
    "type": "boolean"
   },
   "messageCount": {
    "minimum": 0,
    "type": "number"
   },
   "pendingMessageCount": {
    "minimum": 0,
    "type": "number"
   },
   "cwd": {
    "type": "string"
   },
   "leafId": {
    "anyOf": [
     {
      "type": "string"
     },
     {
      "type": "null"
     }
    ]
   },
   "autoRetryEnabled": {
    "type": "boolean"
   },
   "isRetrying": {
    "type": "boolean"
   },
   "isBashRunning": {
    "type": "boolean"
   },
   "routedModel": {
    "type": "object",
    "required": [
     "provider",
     "id"
    ],
    "properties": {
     "provider": {
      "type": "string"
     },
     "id": {
      "type": "string"
     }
    }
   }
  }
 },
 "get_messages": {
  "type": "object",
  "required": [
   "messages"
  ],
  "properties": {
   "messages": {
    "type": "array",
    "items": {
     "$ref": "#/$defs/AgentMessage"
    }
   }
  }
 },
 "set_model": {
  "$ref": "#/$defs/Model"
 },
 "cycle_model": {
  "anyOf": [
   {
    "type": "object",
    "required": [
     "model",
     "thinkingLevel",
     "isScoped"
    ],
    "properties": {
     "model": {
      "$ref": "#/$defs/Model"
     },
     "thinkingLevel": {
      "type": "string",
      "enum": [
       "off",
       "minimal",
       "low",
       "medium",
       "high",
       "xhigh",
       "max"
      ]
     },
     "isScoped": {
      "type": "boolean"
     }
    }
   },
   {
    "type": "null"
   }
  ]
 },
 "get_available_models": {
  "type": "object",
  "required": [
   "models"
  ],
  "properties": {
   "models": {
    "type": "array",
    "items": {
     "$ref": "#/$defs/Model"
    }
   },
   "scoped": {
    "type": "array",
    "items": {
     "type": "object",
     "required": [
      "provider",
      "id"
     ],
     "properties": {
      "provider": {
       "type": "string"
      },
      "id": {
       "type": "string"
      },
      "thinkingLevel": {
       "type": "string",
       "enum": [
        "off",
        "minimal",
        "low",
        "medium",
        "high",
        "xhigh",
        "max"
       ]
      }
     }
    }
   }
  }
 },
 "set_thinking_level": {
  "type": "undefined"
 },
 "cycle_thinking_level": {
  "anyOf": [
   {
    "type": "object",
    "required": [
     "level"
    ],
    "properties": {
     "level": {
      "type": "string",
      "enum": [
       "off",
       "minimal",
       "low",
       "medium",
       "high",
       "xhigh",
       "max"
      ]
     }
    }
   },
   {
    "type": "null"
   }
  ]
 },
 "get_available_thinking_levels": {
  "type": "object",
  "required": [
   "levels"
  ],
  "properties": {
   "levels": {
    "type": "array",
    "items": {
     "type": "string",
     "enum": [
      "off",
      "minimal",
      "low",
      "medium",
      "high",
      "xhigh",
      "max"
     ]
    }
   }
  }
 },
 "set_steering_mode": {
  "type": "undefined"
 },
 "set_follow_up_mode": {
  "type": "undefined"
 },
 "compact": {
  "$ref": "#/$defs/CompactionResult"
 },
 "set_auto_compaction": {
  "type": "undefined"
 },
 "set_auto_retry": {
  "type": "undefined"
 },
 "abort_retry": {
  "type": "undefined"
 },
 "bash": {
  "type": "object",
  "required": [
   "output",
   "cancelled",
   "truncated"
  ],
  "properties": {
   "output": {
    "type": "string"
   },
   "exitCode": {
    "type": "integer"
   },
   "cancelled": {
    "type": "boolean"
   },
   "truncated": {
    "type": "boolean"
   },
   "fullOutputPath": {
    "type": "string"
   }
  }
 },
 "abort_bash": {
  "type": "undefined"
 },
 "get_session_stats": {
  "type": "object",
  "required": [
   "sessionId",
   "userMessages",
   "assistantMessages",
   "toolCalls",
   "toolResults",
   "totalMessages",
   "tokens",
   "cost"
  ],
  "properties": {
   "sessionFile": {
    "type": "string"
   },
   "sessionId": {
    "type": "string"
   },
   "userMessages": {
    "minimum": 0,
    "type": "number"
   },
   "assistantMessages": {
    "minimum": 0,
    "type": "number"
   },
   "toolCalls": {
    "minimum": 0,
    "type": "number"
   },
   "toolResults": {
    "minimum": 0,
    "type": "number"
   },
   "totalMessages": {
    "minimum": 0,
    "type": "number"
   },
   "tokens": {
    "type": "object",
    "required": [
     "input",
     "output",
     "cacheRead",
     "cacheWrite",
     "total"
    ],
    "properties": {
     "input": {
      "minimum": 0,
      "type": "number"
     },
     "output": {
      "minimum": 0,
      "type": "number"
     },
     "cacheRead": {
      "minimum": 0,
      "type": "number"
     },
     "cacheWrite": {
      "minimum": 0,
      "type": "number"
     },
     "total": {
      "minimum": 0,
      "type": "number"
     }
    }
   },
   "cost": {
    "type": "number"
   },
   "contextUsage": {
    "$ref": "#/$defs/ContextUsage"
   },
   "byModel": {
    "type": "array",
    "items": {
     "type": "object",
     "required": [
      "provider",
      "model",
      "requests",
      "tokens",
      "cost"
     ],
     "properties": {
      "provider": {
       "type": "string"
      },
      "model": {
       "type": "string"
      },
      "requests": {
       "minimum": 0,
       "type": "number"
      },
      "tokens": {
       "type": "object",
       "required": [
        "input",
        "output",
        "cacheRead",
        "cacheWrite",
        "total"
       ],
       "properties": {
        "input": {
         "minimum": 0,
         "type": "number"
        },
        "output": {
         "minimum": 0,
         "type": "number"
        },
        "cacheRead": {
         "minimum": 0,
         "type": "number"
        },
        "cacheWrite": {
         "minimum": 0,
         "type": "number"
        },
        "total": {
         "minimum": 0,
         "type": "number"
        }
       }
      },
      "cost": {
       "type": "number"
      }
     }
    }
   },
   "cacheWarming": {
    "type": "object",
    "required": [
     "state"
    ],
    "properties": {
     "state": {
      "type": "string",
      "enum": [
       "inactive",
       "scheduled",
       "refreshing"
      ]
     },
     "reason": {
      "type": "string"
     },
     "nextWarmAt": {
      "type": "number"
     },
     "decision": {
      "type": "object",
      "required": [
       "warmCost",
       "missCost",
       "continuationProbability",
       "expectedSavings",
       "action"
      ],
      "properties": {
       "warmCost": {
        "type": "number"
       },
       "missCost": {
        "type": "number"
       },
       "continuationProbability": {
        "type": "number"
       },
       "expectedSavings": {
        "type": "number"
       },
       "action": {
        "type": "string",
        "enum": [
         "warm",
         "stop"
        ]
       }
      }
     },
     "extensionOverride": {
      "type": "string",
      "enum": [
       "warm",
       "stop"
      ]
     }
    }
   }
  }
 },
 "export_html": {
  "type": "object",
  "required": [
   "path"
  ],
  "properties": {
   "path": {
    "type": "string"
   }
  }
 },
 "export_jsonl": {
  "type": "object",
  "required": [
   "path"
  ],
  "properties": {
   "path": {
    "type": "string"
   }
  }
 },
 "share_session": {
  "type": "object",
  "required": [
   "url"
  ],
  "properties": {
   "url": {
    "type": "string"
   },
   "viewerUrl": {
    "type": "string"
   }
  }
 },
 "bug_report": {
  "type": "object",
  "required": [
   "path",
   "id"
  ],
  "properties": {
   "path": {
    "type": "string"
   },
   "id": {
    "type": "string"
   }
  }
 },
 "switch_session": {
  "type": "object",
  "required": [
   "cancelled"
  ],
  "properties": {
   "cancelled": {
    "type": "boolean"
   }
  }
 },
 "fork": {
  "anyOf": [
   {
    "type": "object",
    "required": [
     "text",
     "cancelled"
    ],
    "properties": {
     "text": {
      "type": "string"
     },
     "images": {
      "type": "array",
      "items": {
       "$ref": "#/$defs/ImageContent"
      }
     },
     "cancelled": {
      "const": false,
      "type": "boolean"
     }
    }
   },
   {
    "type": "object",
    "required": [
     "cancelled"
    ],
    "properties": {
     "cancelled": {
      "const": true,
      "type": "boolean"
     }
    }
   }
  ]
 },
 "clone": {
  "type": "object",
  "required": [
   "cancelled"
  ],
  "properties": {
   "cancelled": {
    "type": "boolean"
   }
  }
 },
 "get_fork_messages": {
  "type": "object",
  "required": [
   "messages"
  ],
  "properties": {
   "messages": {
    "type": "array",
    "items": {
     "type": "object",
     "required": [
      "entryId",
      "text"
     ],
     "properties": {
      "entryId": {
       "type": "string"
      },
      "text": {
       "type": "string"
      }
     }
    }
   }
  }
 },
 "get_entries": {
  "type": "object",
  "required": [
   "entries",
   "leafId"
  ],
  "properties": {
   "entries": {
    "type": "array",
    "items": {
     "$ref": "#/$defs/SessionEntry"
    }
   },
   "leafId": {
    "anyOf": [
     {
      "type": "string"
     },
     {
      "type": "null"
     }
    ]
   },
   "hasMore": {
    "type": "boolean"
   }
  }
 },
 "get_tree": {
  "type": "object",
  "required": [
   "tree",
   "leafId"
  ],
  "properties": {
   "tree": {
    "type": "array",
    "items": {
     "$ref": "#/$defs/SessionTreeNode"
    }
   },
   "leafId": {
    "anyOf": [
     {
      "type": "string"
     },
     {
      "type": "null"
     }
    ]
   }
  }
 },
 "get_last_assistant_text": {
  "type": "object",
  "required": [
   "text"
  ],
  "properties": {
   "text": {
    "anyOf": [
     {
      "type": "string"
     },
     {
      "type": "null"
     }
    ]
   }
  }
 },
 "set_session_name": {
  "type": "undefined"
 },
 "list_sessions": {
  "type": "object",
  "required": [
   "sessions",
   "total"
  ],
  "properties": {
   "sessions": {
    "type": "array",
    "items": {
     "type": "object",
     "required": [
      "path",
      "id",
      "cwd",
      "firstMessage",
      "created",
      "modified",
      "messageCount",
      "sizeBytes",
      "isOpen"
     ],
     "properties": {
      "path": {
       "type": "string"
      },
      "id": {
       "type": "string"
      },
      "cwd": {
       "type": "string"
      },
      "name": {
       "type": "string"
      },
      "firstMessage": {
       "type": "string"
      },
      "created": {
       "type": "string"
      },
      "modified": {
       "type": "string"
      },
      "messageCount": {
       "minimum": 0,
       "type": "number"
      },
      "sizeBytes": {
       "minimum": 0,
       "type": "number"
      },
      "parentSession": {
       "type": "string"
      },
      "model": {
       "type": "object",
       "required": [
        "provider",
        "id"
       ],
       "properties": {
        "provider": {
         "type": "string"
        },
        "id": {
         "type": "string"
        }
       }
      },
      "isOpen": {
       "type": "boolean"
      }
     }
    }
   },
   "nextCursor": {
    "type": "string"
   },
   "total": {
    "minimum": 0,
    "type": "number"
   }
  }
 },
 "delete_session": {
  "type": "object",
  "required": [
   "trashed"
  ],
  "properties": {
   "trashed": {
    "type": "boolean"
   }
  }
 },
 "rename_session": {
  "type": "undefined"
 },
 "import_session": {
  "type": "object",
  "required": [
   "cancelled"
  ],
  "properties": {
   "cancelled": {
    "type": "boolean"
   }
  }
 },
 "get_outline": {
  "type": "object",
  "required": [
   "nodes",
   "leafId"
  ],
  "properties": {
   "nodes": {
    "type": "array",
    "items": {
     "type": "object",
     "required": [
      "id",
      "parentId",
      "type",
      "text",
      "timestamp"
     ],
     "properties": {
      "id": {
       "type": "string"
      },
      "parentId": {
       "anyOf": [
        {
         "type": "string"
        },
        {
         "type": "null"
        }
       ]
      },
      "type": {
       "type": "string"
      },
      "role": {
       "type": "string"
      },
      "text": {
       "maxLength": 160,
       "type": "string"
      },
      "toolName": {
       "type": "string"
      },
      "isError": {
       "type": "boolean"
      },
      "label": {
       "type": "string"
      },
      "labelTimestamp": {
       "type": "string"
      },
      "timestamp": {
       "type": "string"
      }
     }
    }
   },
   "leafId": {
    "anyOf": [
     {
      "type": "string"
     },
     {
      "type": "null"
     }
    ]
   }
  }
 },
 "navigate_tree": {
  "type": "object",
  "required": [
   "cancelled",
   "leafId"
  ],
  "properties": {
   "cancelled": {
    "type": "boolean"
   },
   "aborted": {
    "const": true,
    "type": "boolean"
   },
   "editorText": {
    "type": "string"
   },
   "images": {
    "type": "array",
    "items": {
     "$ref": "#/$defs/ImageContent"
    }
   },
   "leafId": {
    "anyOf": [
     {
      "type": "string"
     },
     {
      "type": "null"
     }
    ]
   },
   "summaryEntryId": {
    "type": "string"
   }
  }
 },
 "set_label": {
  "type": "undefined"
 },
 "get_settings": {
  "type": "object",
  "required": [
   "effective",
   "user",
   "project",
   "schema",
   "errors"
  ],
  "properties": {
   "effective": {
    "type": "object"
   },
   "user": {
    "type": "object"
   },
   "project": {
    "type": "object"
   },
   "schema": {
    "type": "object"
   },
   "errors": {
    "type": "array",
    "items": {
     "type": "object",
     "required": [
      "scope",
      "error"
     ],
     "properties": {
      "scope": {
       "type": "string",
       "enum": [
        "user",
        "project"
       ]
      },
      "path": {
       "type": "string"
      },
      "error": {
       "type": "string"
      }
     }
    }
   }
  }
 },
 "set_setting": {
  "type": "object",
  "required": [
   "appliesFrom"
  ],
  "properties": {
   "appliesFrom": {
    "type": "string",
    "enum": [
     "now",
     "next-session"
    ]
   }
  }
 },
 "get_auth": {
  "type": "object",
  "required": [
   "providers"
  ],
  "properties": {
   "providers": {
    "type": "array",
    "items": {
     "type": "object",
     "required": [
      "id",
      "name",
      "status",
      "envVars",
      "canLogin",
      "canSetKey"
     ],
     "properties": {
      "id": {
       "type": "string"
      },
      "name": {
       "type": "string"
      },
      "status": {
       "type": "string",
       "enum": [
        "ready",
        "missing",
        "expired"
       ]
      },
      "authType": {
       "type": "string",
       "enum": [
        "api_key",
        "oauth"
       ]
      },
      "source": {
       "type": "string",
       "enum": [
        "stored",
        "runtime",
        "environment",
        "fallback",
        "models_json_key",
        "models_json_command"
       ]
      },
      "label": {
       "type": "string"
      },
      "envVars": {
       "type": "array",
       "items": {
        "type": "string"
       }
      },
      "canLogin": {
       "type": "boolean"
      },
      "canSetKey": {
       "type": "boolean"
      }
     }
    }
   }
  }
 },
 "set_api_key": {
  "type": "undefined"
 },
 "login": {
  "type": "object",
  "required": [
   "status"
  ],
  "properties": {
   "status": {
    "type": "string",
    "enum": [
     "ready",
     "cancelled"
    ]
   }
  }
 },
 "logout": {
  "type": "undefined"
 },
 "get_resources": {
  "type": "object",
  "required": [
   "extensions",
   "skills",
   "prompts",
   "themes",
   "contextFiles",
   "packages",
   "mcpServers"
  ],
  "properties": {
   "extensions": {
    "type": "array",
    "items": {
     "$ref": "#/$defs/ResourceInfo"
    }
   },
   "skills": {
    "type": "array",
    "items": {
     "$ref": "#/$defs/ResourceInfo"
    }
   },
   "prompts": {
    "type": "array",
    "items": {
     "$ref": "#/$defs/ResourceInfo"
    }
   },
   "themes": {
    "type": "array",
    "items": {
     "$ref": "#/$defs/ResourceInfo"
    }
   },
   "contextFiles": {
    "type": "array",
    "items": {
     "$ref": "#/$defs/ResourceInfo"
    }
   },
   "packages": {
    "type": "array",
    "items": {
     "$ref": "#/$defs/ResourceInfo"
    }
   },
   "mcpServers": {
    "type": "array",
    "items": {
     "$ref": "#/$defs/ResourceInfo"
    }
   }
  }
 },
 "set_resource_enabled": {
  "type": "object",
  "required": [
   "appliesFrom"
  ],
  "properties": {
   "appliesFrom": {
    "type": "string",
    "enum": [
     "now",
     "next-session"
    ]
   }
  }
 },
 "get_trust": {
  "type": "object",
  "required": [
   "decision",
   "source",
   "resources"
  ],
  "properties": {
   "decision": {
    "type": "string",
    "enum": [
     "trusted",
     "untrusted",
     "undecided"
    ]
   },
   "source": {
    "type": "string",
    "enum": [
     "option",
     "extension",
     "saved",
     "setting",
     "client",
     "none"
    ]
   },
   "resources": {
    "type": "array",
    "items": {
     "type": "string"
    }
   }
  }
 },
 "set_trust": {
  "type": "object",
  "required": [
   "reloaded"
  ],
  "properties": {
   "reloaded": {
    "type": "boolean"
   }
  }
 },
 "reload": {
  "type": "object",
  "required": [
   "diagnostics"
  ],
  "properties": {
   "diagnostics": {
    "type": "array",
    "items": {
     "type": "object",
     "required": [
      "type",
      "message"
     ],
     "properties": {
      "type": {
       "type": "string",
       "enum": [
        "warning",
        "error",
        "collision"
       ]
      },
      "message": {
       "type": "string"
      }
     }
    }
   }
  }
 },
 "set_scoped_models": {
  "type": "undefined"
 },
 "get_tools": {
  "type": "object",
  "required": [
   "tools"
  ],
  "properties": {
   "tools": {
    "type": "array",
    "items": {
     "type": "object",
     "required": [
      "name",
      "description",
      "parameters",
      "active",
      "exposure",
      "sourceInfo"
     ],
     "properties": {
      "name": {
       "type": "string"
      },
      "description": {
       "type": "string"
      },
      "parameters": {
       "type": "object"
      },
      "active": {
       "type": "boolean"
      },
      "exposure": {
       "type": "string"
      },
      "namespace": {
       "type": "object",
       "required": [
        "name"
       ],
       "properties": {
        "name": {
         "type": "string"
        },
        "description": {
         "type": "string"
        }
       }
      },
      "annotations": {
       "type": "object"
      },
      "sourceInfo": {
       "$ref": "#/$defs/SourceInfo"
      }
     }
    }
   }
  }
 },
 "set_tools": {
  "type": "object",
  "required": [
   "tools"
  ],
  "properties": {
   "tools": {
    "type": "array",
    "items": {
     "type": "object",
     "required": [
      "name",
      "description",
      "parameters",
      "active",
      "exposure",
      "sourceInfo"
     ],
     "properties": {
      "name": {
       "type": "string"
      },
      "description": {
       "type": "string"
      },
      "parameters": {
       "type": "object"
      },
      "active": {
       "type": "boolean"
      },
      "exposure": {
       "type": "string"
      },
      "namespace": {
       "type": "object",
       "required": [
        "name"
       ],
       "properties": {
        "name": {
         "type": "string"
        },
        "description": {
         "type": "string"
        }
       }
      },
      "annotations": {
       "type": "object"
      },
      "sourceInfo": {
       "$ref": "#/$defs/SourceInfo"
      }
     }
    }
   }
  }
 },
 "get_completions": {
  "type": "object",
  "required": [
   "items"
  ],
  "properties": {
   "items": {
    "type": "array",
    "items": {
     "type": "object",
     "required": [
      "value"
     ],
     "properties": {
      "value": {
       "type": "string"
      },
      "label": {
       "type": "string"
      },
      "description": {
       "type": "string"
      }
     }
    }
   }
  }
 },
 "get_context": {
  "type": "object",
  "required": [
   "tokens",
   "contextWindow",
   "breakdown"
  ],
  "properties": {
   "tokens": {
    "anyOf": [
     {
      "minimum": 0,
      "type": "number"
     },
     {
      "type": "null"
     }
    ]
   },
   "contextWindow": {
    "minimum": 0,
    "type": "number"
   },
   "breakdown": {
    "type": "object",
    "required": [
     "system",
     "tools",
     "verbatim",
     "stubbed",
     "digest",
     "summary",
     "other"
    ],
    "properties": {
     "system": {
      "minimum": 0,
      "type": "number"
     },
     "tools": {
      "minimum": 0,
      "type": "number"
     },
     "verbatim": {
      "minimum": 0,
      "type": "number"
     },
     "stubbed": {
      "minimum": 0,
      "type": "number"
     },
     "digest": {
      "minimum": 0,
      "type": "number"
     },
     "summary": {
      "minimum": 0,
      "type": "number"
     },
     "other": {
      "minimum": 0,
      "type": "number"
     }
    }
   }
  }
 },
 "get_harness": {
  "$ref": "#/$defs/HarnessState"
 },
 "harness_retract": {
  "type": "undefined"
 },
 "harness_allow_edits": {
  "type": "undefined"
 },
 "harness_run_check": {
  "type": "object",
  "required": [
   "command",
   "cancelled",
   "passed",
   "durationMs",
   "outputTail"
  ],
  "properties": {
   "command": {
    "type": "string"
   },
   "exitCode": {
    "type": "integer"
   },
   "cancelled": {
    "type": "boolean"
   },
   "passed": {
    "type": "boolean"
   },
   "durationMs": {
    "minimum": 0,
    "type": "number"
   },
   "outputTail": {
    "type": "string"
   }
  }
 },
 "get_commands": {
  "type": "object",
  "required": [
   "commands"
  ],
  "properties": {
   "commands": {
    "type": "array",
    "items": {
     "type": "object",
     "required": [
      "name",
      "source",
      "sourceInfo"
     ],
     "properties": {
      "name": {
       "type": "string"
      },
      "description": {
       "type": "string"
      },
      "source": {
       "type": "string",
       "enum": [
        "extension",
        "prompt",
        "skill"
       ]
      },
      "sourceInfo": {
       "$ref": "#/$defs/SourceInfo"
      }
     }
    }
   }
  }
 },
 "get_protocol": {
  "type": "object",
  "required": [
   "protocol",
   "relay",
   "node",
   "commands",
   "events",
   "uiMethods",
   "features"
  ],
  "properties": {
   "protocol": {
    "pattern": "^1\\.\\d+$",
    "type": "string"
   },
   "relay": {
    "type": "string"
   },
   "node": {
    "type": "string"
   },
   "commands": {
    "type": "array",
    "items": {
     "type": "string"
    }
   },
   "events": {
    "type": "array",
    "items": {
     "type": "string"
    }
   },
   "uiMethods": {
    "type": "array",
    "items": {
     "type": "string"
    }
   },
   "features": {
    "type": "array",
    "items": {
     "type": "string"
    }
   }
  }
 }
};

export const sessionHeaderSchema: JsonSchema = {
 "type": "object",
 "required": [
  "type",
  "id",
  "timestamp"
 ],
 "properties": {
  "type": {
   "const": "session",
   "type": "string"
  },
  "version": {
   "type": "integer"
  },
  "id": {
   "type": "string"
  },
  "timestamp": {
   "pattern": "^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$",
   "expected": "an ISO 8601 time in UTC with milliseconds",
   "type": "string"
  },
  "cwd": {
   "type": "string"
  },
  "parentSession": {
   "type": "string"
  }
 }
};
