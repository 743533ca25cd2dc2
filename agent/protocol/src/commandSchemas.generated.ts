// Written by `npm run schemas` from agent/protocol/schema. Do not edit.
import type { RpcCommandType } from "./commands.ts";
import type { JsonSchema } from "./json.ts";

export const commandSchemas: Record<RpcCommandType, JsonSchema> = {
 "prompt": {
  "type": "object",
  "required": [
   "message"
  ],
  "properties": {
   "message": {
    "type": "string"
   },
   "images": {
    "expected": "an array of images",
    "type": "array",
    "items": {
     "expected": "an image {type: \"image\", data, mimeType}",
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
       "expected": "an image type such as \"image/png\"",
       "type": "string"
      }
     }
    }
   },
   "streamingBehavior": {
    "type": "string",
    "enum": [
     "steer",
     "followUp"
    ]
   }
  }
 },
 "steer": {
  "type": "object",
  "required": [
   "message"
  ],
  "properties": {
   "message": {
    "type": "string"
   },
   "images": {
    "expected": "an array of images",
    "type": "array",
    "items": {
     "expected": "an image {type: \"image\", data, mimeType}",
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
       "expected": "an image type such as \"image/png\"",
       "type": "string"
      }
     }
    }
   }
  }
 },
 "follow_up": {
  "type": "object",
  "required": [
   "message"
  ],
  "properties": {
   "message": {
    "type": "string"
   },
   "images": {
    "expected": "an array of images",
    "type": "array",
    "items": {
     "expected": "an image {type: \"image\", data, mimeType}",
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
       "expected": "an image type such as \"image/png\"",
       "type": "string"
      }
     }
    }
   }
  }
 },
 "abort": {
  "type": "object",
  "properties": {}
 },
 "clear_queue": {
  "type": "object",
  "properties": {}
 },
 "new_session": {
  "type": "object",
  "properties": {
   "parentSession": {
    "type": "string"
   }
  }
 },
 "get_state": {
  "type": "object",
  "properties": {}
 },
 "get_messages": {
  "type": "object",
  "properties": {}
 },
 "set_model": {
  "type": "object",
  "required": [
   "provider",
   "modelId"
  ],
  "properties": {
   "provider": {
    "type": "string"
   },
   "modelId": {
    "type": "string"
   }
  }
 },
 "cycle_model": {
  "type": "object",
  "properties": {}
 },
 "get_available_models": {
  "type": "object",
  "properties": {}
 },
 "set_thinking_level": {
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
 "cycle_thinking_level": {
  "type": "object",
  "properties": {}
 },
 "get_available_thinking_levels": {
  "type": "object",
  "properties": {}
 },
 "set_steering_mode": {
  "type": "object",
  "required": [
   "mode"
  ],
  "properties": {
   "mode": {
    "type": "string",
    "enum": [
     "all",
     "one-at-a-time"
    ]
   }
  }
 },
 "set_follow_up_mode": {
  "type": "object",
  "required": [
   "mode"
  ],
  "properties": {
   "mode": {
    "type": "string",
    "enum": [
     "all",
     "one-at-a-time"
    ]
   }
  }
 },
 "compact": {
  "type": "object",
  "properties": {
   "customInstructions": {
    "type": "string"
   }
  }
 },
 "set_auto_compaction": {
  "type": "object",
  "required": [
   "enabled"
  ],
  "properties": {
   "enabled": {
    "type": "boolean"
   }
  }
 },
 "set_auto_retry": {
  "type": "object",
  "required": [
   "enabled"
  ],
  "properties": {
   "enabled": {
    "type": "boolean"
   }
  }
 },
 "abort_retry": {
  "type": "object",
  "properties": {}
 },
 "bash": {
  "type": "object",
  "required": [
   "command"
  ],
  "properties": {
   "command": {
    "type": "string"
   },
   "excludeFromContext": {
    "type": "boolean"
   }
  }
 },
 "abort_bash": {
  "type": "object",
  "properties": {}
 },
 "get_session_stats": {
  "type": "object",
  "properties": {}
 },
 "export_html": {
  "type": "object",
  "properties": {
   "outputPath": {
    "type": "string"
   },
   "sessionPath": {
    "minLength": 1,
    "type": "string"
   }
  }
 },
 "export_jsonl": {
  "type": "object",
  "properties": {
   "outputPath": {
    "type": "string"
   },
   "sessionPath": {
    "minLength": 1,
    "type": "string"
   }
  }
 },
 "share_session": {
  "type": "object",
  "properties": {}
 },
 "bug_report": {
  "type": "object",
  "properties": {
   "description": {
    "type": "string"
   },
   "transcript": {
    "type": "string",
    "enum": [
     "full",
     "none",
     "summary"
    ]
   }
  }
 },
 "switch_session": {
  "type": "object",
  "required": [
   "sessionPath"
  ],
  "properties": {
   "sessionPath": {
    "minLength": 1,
    "type": "string"
   }
  }
 },
 "fork": {
  "type": "object",
  "required": [
   "entryId"
  ],
  "properties": {
   "entryId": {
    "type": "string"
   },
   "position": {
    "type": "string",
    "enum": [
     "before",
     "at"
    ]
   }
  }
 },
 "clone": {
  "type": "object",
  "properties": {}
 },
 "get_fork_messages": {
  "type": "object",
  "properties": {}
 },
 "get_entries": {
  "type": "object",
  "properties": {
   "since": {
    "type": "string"
   },
   "before": {
    "type": "string"
   },
   "limit": {
    "minimum": 1,
    "maximum": 1000,
    "type": "integer"
   },
   "path": {
    "const": "active",
    "type": "string"
   }
  }
 },
 "get_tree": {
  "type": "object",
  "properties": {}
 },
 "get_last_assistant_text": {
  "type": "object",
  "properties": {}
 },
 "set_session_name": {
  "type": "object",
  "required": [
   "name"
  ],
  "properties": {
   "name": {
    "type": "string"
   }
  }
 },
 "list_sessions": {
  "type": "object",
  "properties": {
   "scope": {
    "type": "string",
    "enum": [
     "cwd",
     "all"
    ]
   },
   "query": {
    "type": "string"
   },
   "namedOnly": {
    "type": "boolean"
   },
   "limit": {
    "minimum": 1,
    "maximum": 1000,
    "type": "integer"
   },
   "cursor": {
    "type": "string"
   }
  }
 },
 "delete_session": {
  "type": "object",
  "required": [
   "sessionPath"
  ],
  "properties": {
   "sessionPath": {
    "minLength": 1,
    "type": "string"
   }
  }
 },
 "rename_session": {
  "type": "object",
  "required": [
   "sessionPath",
   "name"
  ],
  "properties": {
   "sessionPath": {
    "minLength": 1,
    "type": "string"
   },
   "name": {
    "type": "string"
   }
  }
 },
 "import_session": {
  "type": "object",
  "required": [
   "path"
  ],
  "properties": {
   "path": {
    "minLength": 1,
    "type": "string"
   }
  }
 },
 "get_outline": {
  "type": "object",
  "properties": {}
 },
 "navigate_tree": {
  "type": "object",
  "required": [
   "targetId"
  ],
  "properties": {
   "targetId": {
    "anyOf": [
     {
      "type": "string"
     },
     {
      "type": "null"
     }
    ]
   },
   "summary": {
    "type": "string",
    "enum": [
     "none",
     "default"
    ]
   },
   "customInstructions": {
    "type": "string"
   },
   "replaceInstructions": {
    "type": "boolean"
   },
   "label": {
    "type": "string"
   }
  }
 },
 "set_label": {
  "type": "object",
  "required": [
   "entryId",
   "label"
  ],
  "properties": {
   "entryId": {
    "type": "string"
   },
   "label": {
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
 "get_settings": {
  "type": "object",
  "properties": {}
 },
 "set_setting": {
  "type": "object",
  "required": [
   "scope",
   "key",
   "value"
  ],
  "properties": {
   "scope": {
    "type": "string",
    "enum": [
     "user",
     "project"
    ]
   },
   "key": {
    "type": "string"
   },
   "value": {}
  }
 },
 "get_auth": {
  "type": "object",
  "properties": {}
 },
 "set_api_key": {
  "type": "object",
  "required": [
   "provider",
   "key"
  ],
  "properties": {
   "provider": {
    "type": "string"
   },
   "key": {
    "type": "string"
   },
   "persist": {
    "type": "boolean"
   }
  }
 },
 "login": {
  "type": "object",
  "required": [
   "provider"
  ],
  "properties": {
   "provider": {
    "type": "string"
   }
  }
 },
 "logout": {
  "type": "object",
  "required": [
   "provider"
  ],
  "properties": {
   "provider": {
    "type": "string"
   }
  }
 },
 "get_resources": {
  "type": "object",
  "properties": {}
 },
 "set_resource_enabled": {
  "type": "object",
  "required": [
   "kind",
   "path",
   "enabled",
   "scope"
  ],
  "properties": {
   "kind": {
    "type": "string",
    "enum": [
     "extension",
     "skill",
     "prompt",
     "theme",
     "package",
     "mcpServer"
    ]
   },
   "path": {
    "minLength": 1,
    "type": "string"
   },
   "enabled": {
    "type": "boolean"
   },
   "scope": {
    "type": "string",
    "enum": [
     "user",
     "project"
    ]
   }
  }
 },
 "get_trust": {
  "type": "object",
  "properties": {}
 },
 "set_trust": {
  "type": "object",
  "required": [
   "decision",
   "remember"
  ],
  "properties": {
   "decision": {
    "type": "string",
    "enum": [
     "trusted",
     "untrusted"
    ]
   },
   "remember": {
    "type": "boolean"
   }
  }
 },
 "reload": {
  "type": "object",
  "properties": {}
 },
 "set_scoped_models": {
  "type": "object",
  "required": [
   "models"
  ],
  "properties": {
   "models": {
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
 "get_tools": {
  "type": "object",
  "properties": {}
 },
 "set_tools": {
  "type": "object",
  "required": [
   "names"
  ],
  "properties": {
   "names": {
    "type": "array",
    "items": {
     "type": "string"
    }
   }
  }
 },
 "get_completions": {
  "type": "object",
  "required": [
   "command",
   "prefix"
  ],
  "properties": {
   "command": {
    "type": "string"
   },
   "prefix": {
    "type": "string"
   }
  }
 },
 "get_context": {
  "type": "object",
  "properties": {}
 },
 "get_harness": {
  "type": "object",
  "properties": {}
 },
 "harness_retract": {
  "type": "object",
  "properties": {
   "ruleId": {
    "type": "string"
   }
  }
 },
 "harness_allow_edits": {
  "type": "object",
  "properties": {}
 },
 "harness_run_check": {
  "type": "object",
  "properties": {
   "command": {
    "type": "string"
   }
  }
 },
 "get_commands": {
  "type": "object",
  "properties": {}
 },
 "get_protocol": {
  "type": "object",
  "properties": {}
 }
};

export const extensionUiResponseSchema: JsonSchema = {
 "anyOf": [
  {
   "type": "object",
   "required": [
    "type",
    "id",
    "cancelled"
   ],
   "properties": {
    "type": {
     "const": "extension_ui_response",
     "type": "string"
    },
    "id": {
     "type": "string"
    },
    "cancelled": {
     "const": true,
     "type": "boolean"
    }
   }
  },
  {
   "type": "object",
   "required": [
    "type",
    "id",
    "value"
   ],
   "properties": {
    "type": {
     "const": "extension_ui_response",
     "type": "string"
    },
    "id": {
     "type": "string"
    },
    "value": {
     "type": "string"
    }
   }
  },
  {
   "type": "object",
   "required": [
    "type",
    "id",
    "confirmed"
   ],
   "properties": {
    "type": {
     "const": "extension_ui_response",
     "type": "string"
    },
    "id": {
     "type": "string"
    },
    "confirmed": {
     "type": "boolean"
    },
    "remember": {
     "type": "string",
     "enum": [
      "session"
     ]
    },
    "reason": {
     "type": "string"
    }
   }
  }
 ]
};
