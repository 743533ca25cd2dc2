// Written by `npm run schemas` from agent/protocol/schema. Do not edit.
import type { JsonSchema } from "./json.ts";

export const chatRequestSchemas: Record<string, JsonSchema> = {
 "ready": {
  "type": "object",
  "required": [
   "kind",
   "state"
  ],
  "properties": {
   "kind": {
    "type": "string",
    "enum": [
     "chat",
     "chatPanel",
     "harness"
    ]
   },
   "state": {
    "anyOf": [
     {
      "type": "object",
      "required": [
       "draft",
       "draftSelection",
       "scroll",
       "folds"
      ],
      "properties": {
       "draft": {
        "type": "string"
       },
       "draftSelection": {
        "type": "array",
        "items": {
         "type": "integer",
         "minimum": 0
        }
       },
       "scroll": {
        "anyOf": [
         {
          "type": "object",
          "required": [
           "entryId",
           "offset"
          ],
          "properties": {
           "entryId": {
            "type": "string"
           },
           "offset": {
            "type": "number"
           }
          }
         },
         {
          "type": "null"
         }
        ]
       },
       "sessionPath": {
        "type": "string"
       },
       "folds": {
        "type": "object",
        "additionalProperties": {
         "type": "boolean"
        }
       }
      }
     },
     {
      "type": "null"
     }
    ]
   }
  }
 },
 "entries/page": {
  "type": "object",
  "properties": {
   "before": {
    "minLength": 1,
    "type": "string"
   },
   "after": {
    "minLength": 1,
    "type": "string"
   },
   "through": {
    "minLength": 1,
    "type": "string"
   },
   "limit": {
    "minimum": 1,
    "maximum": 1000,
    "type": "integer"
   }
  }
 },
 "find/query": {
  "type": "object",
  "required": [
   "query"
  ],
  "properties": {
   "query": {
    "type": "string"
   }
  }
 },
 "prompt/send": {
  "type": "object",
  "required": [
   "text",
   "mode"
  ],
  "properties": {
   "text": {
    "type": "string"
   },
   "mode": {
    "type": "string",
    "enum": [
     "send",
     "steer",
     "queue"
    ]
   }
  }
 },
 "prompt/stop": {
  "type": "object",
  "properties": {}
 },
 "queue/edit": {
  "type": "object",
  "required": [
   "id"
  ],
  "properties": {
   "id": {
    "minLength": 1,
    "type": "string"
   }
  }
 },
 "queue/remove": {
  "type": "object",
  "required": [
   "id"
  ],
  "properties": {
   "id": {
    "minLength": 1,
    "type": "string"
   }
  }
 },
 "shell/run": {
  "type": "object",
  "required": [
   "command",
   "excludeFromContext"
  ],
  "properties": {
   "command": {
    "minLength": 1,
    "type": "string"
   },
   "excludeFromContext": {
    "type": "boolean"
   }
  }
 },
 "shell/abort": {
  "type": "object",
  "properties": {}
 },
 "run/continue": {
  "type": "object",
  "properties": {}
 },
 "retry/again": {
  "type": "object",
  "properties": {}
 },
 "retry/abort": {
  "type": "object",
  "properties": {}
 },
 "completion/arguments": {
  "type": "object",
  "required": [
   "command",
   "prefix"
  ],
  "properties": {
   "command": {
    "minLength": 1,
    "type": "string"
   },
   "prefix": {
    "type": "string"
   }
  }
 },
 "mention/search": {
  "type": "object",
  "required": [
   "query",
   "limit"
  ],
  "properties": {
   "query": {
    "type": "string"
   },
   "limit": {
    "minimum": 1,
    "maximum": 200,
    "type": "integer"
   }
  }
 },
 "attachment/capture": {
  "type": "object",
  "required": [
   "reference"
  ],
  "properties": {
   "reference": {
    "minLength": 1,
    "type": "string"
   }
  }
 },
 "attachment/addImage": {
  "type": "object",
  "required": [
   "type",
   "data",
   "mimeType",
   "name"
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
    "pattern": "^image/(png|jpeg|gif|webp)$",
    "expected": "a PNG, JPEG, GIF or WebP image",
    "type": "string"
   },
   "name": {
    "type": "string"
   }
  }
 },
 "attachment/drop": {
  "type": "object",
  "required": [
   "uris"
  ],
  "properties": {
   "uris": {
    "type": "array",
    "items": {
     "type": "string"
    }
   }
  }
 },
 "attachment/pick": {
  "type": "object",
  "properties": {}
 },
 "attachment/remove": {
  "type": "object",
  "required": [
   "id"
  ],
  "properties": {
   "id": {
    "minLength": 1,
    "type": "string"
   }
  }
 },
 "attachment/image": {
  "type": "object",
  "required": [
   "id"
  ],
  "properties": {
   "id": {
    "minLength": 1,
    "type": "string"
   }
  }
 },
 "selection/include": {
  "type": "object",
  "required": [
   "isIncluded"
  ],
  "properties": {
   "isIncluded": {
    "type": "boolean"
   }
  }
 },
 "folder/choose": {
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
 "model/set": {
  "type": "object",
  "required": [
   "provider",
   "modelId"
  ],
  "properties": {
   "provider": {
    "minLength": 1,
    "type": "string"
   },
   "modelId": {
    "minLength": 1,
    "type": "string"
   }
  }
 },
 "thinking/set": {
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
 "context/report": {
  "type": "object",
  "properties": {}
 },
 "dialog/answer": {
  "type": "object",
  "required": [
   "id",
   "answer"
  ],
  "properties": {
   "id": {
    "minLength": 1,
    "type": "string"
   },
   "answer": {
    "anyOf": [
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
     },
     {
      "type": "object",
      "required": [
       "value"
      ],
      "properties": {
       "value": {
        "type": "string"
       }
      }
     },
     {
      "type": "object",
      "required": [
       "confirmed"
      ],
      "properties": {
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
   }
  }
 },
 "dialog/act": {
  "type": "object",
  "required": [
   "id",
   "action"
  ],
  "properties": {
   "id": {
    "minLength": 1,
    "type": "string"
   },
   "action": {
    "type": "string",
    "enum": [
     "open",
     "copyCode",
     "show",
     "submit"
    ]
   }
  }
 },
 "card/answer": {
  "type": "object",
  "required": [
   "id",
   "action"
  ],
  "properties": {
   "id": {
    "minLength": 1,
    "type": "string"
   },
   "action": {
    "minLength": 1,
    "type": "string"
   }
  }
 },
 "row/act": {
  "type": "object",
  "required": [
   "rowId",
   "action"
  ],
  "properties": {
   "rowId": {
    "minLength": 1,
    "type": "string"
   },
   "action": {
    "minLength": 1,
    "type": "string"
   }
  }
 },
 "link/open": {
  "type": "object",
  "required": [
   "href"
  ],
  "properties": {
   "href": {
    "type": "string"
   }
  }
 },
 "file/open": {
  "type": "object",
  "required": [
   "path"
  ],
  "properties": {
   "path": {
    "minLength": 1,
    "type": "string"
   },
   "line": {
    "minimum": 0,
    "type": "integer"
   },
   "column": {
    "minimum": 0,
    "type": "integer"
   }
  }
 },
 "diff/open": {
  "type": "object",
  "required": [
   "toolCallId"
  ],
  "properties": {
   "toolCallId": {
    "minLength": 1,
    "type": "string"
   }
  }
 },
 "output/open": {
  "type": "object",
  "required": [
   "title"
  ],
  "properties": {
   "toolCallId": {
    "type": "string"
   },
   "entryId": {
    "type": "string"
   },
   "title": {
    "type": "string"
   }
  }
 },
 "text/copy": {
  "type": "object",
  "required": [
   "text"
  ],
  "properties": {
   "text": {
    "type": "string"
   }
  }
 },
 "text/insertAtCursor": {
  "type": "object",
  "required": [
   "text"
  ],
  "properties": {
   "text": {
    "type": "string"
   }
  }
 },
 "text/pasteToTerminal": {
  "type": "object",
  "required": [
   "text"
  ],
  "properties": {
   "text": {
    "type": "string"
   }
  }
 },
 "entry/edit": {
  "type": "object",
  "required": [
   "entryId"
  ],
  "properties": {
   "entryId": {
    "minLength": 1,
    "type": "string"
   }
  }
 },
 "entry/fork": {
  "type": "object",
  "required": [
   "entryId"
  ],
  "properties": {
   "entryId": {
    "minLength": 1,
    "type": "string"
   }
  }
 },
 "entry/goTo": {
  "type": "object",
  "required": [
   "entryId"
  ],
  "properties": {
   "entryId": {
    "minLength": 1,
    "type": "string"
   }
  }
 },
 "rule/undo": {
  "type": "object",
  "required": [
   "ruleId"
  ],
  "properties": {
   "ruleId": {
    "minLength": 1,
    "type": "string"
   }
  }
 },
 "edits/allow": {
  "type": "object",
  "properties": {}
 },
 "evidence/runCheck": {
  "type": "object",
  "properties": {
   "command": {
    "type": "string"
   }
  }
 },
 "evidence/ask": {
  "type": "object",
  "properties": {}
 },
 "turn/review": {
  "type": "object",
  "required": [
   "entryId"
  ],
  "properties": {
   "entryId": {
    "minLength": 1,
    "type": "string"
   }
  }
 },
 "turn/revert": {
  "type": "object",
  "required": [
   "entryId"
  ],
  "properties": {
   "entryId": {
    "minLength": 1,
    "type": "string"
   },
   "paths": {
    "type": "array",
    "items": {
     "type": "string"
    }
   }
  }
 },
 "turn/revertTo": {
  "type": "object",
  "required": [
   "entryId"
  ],
  "properties": {
   "entryId": {
    "minLength": 1,
    "type": "string"
   }
  }
 },
 "intake/pick": {
  "type": "object",
  "required": [
   "what"
  ],
  "properties": {
   "what": {
    "type": "string",
    "enum": [
     "file",
     "selection",
     "output"
    ]
   }
  }
 },
 "intake/submit": {
  "type": "object",
  "required": [
   "task",
   "sources",
   "outputFile",
   "isSubmitted"
  ],
  "properties": {
   "task": {
    "type": "string"
   },
   "sources": {
    "type": "array",
    "items": {
     "type": "string"
    }
   },
   "outputFile": {
    "type": "string"
   },
   "isSubmitted": {
    "type": "boolean"
   }
  }
 },
 "intake/cancel": {
  "type": "object",
  "properties": {}
 },
 "intake/result": {
  "type": "object",
  "required": [
   "path",
   "action"
  ],
  "properties": {
   "path": {
    "minLength": 1,
    "type": "string"
   },
   "action": {
    "type": "string",
    "enum": [
     "open",
     "reveal",
     "copyPath"
    ]
   }
  }
 },
 "harness/set": {
  "type": "object",
  "required": [
   "key",
   "value"
  ],
  "properties": {
   "key": {
    "minLength": 1,
    "type": "string"
   },
   "value": {}
  }
 },
 "harness/testCommand": {
  "type": "object",
  "required": [
   "command"
  ],
  "properties": {
   "command": {
    "minLength": 1,
    "type": "string"
   }
  }
 },
 "harness/addToAgentsFile": {
  "type": "object",
  "required": [
   "text"
  ],
  "properties": {
   "text": {
    "type": "string"
   }
  }
 },
 "harness/openReport": {
  "type": "object",
  "properties": {}
 },
 "harness/showMessage": {
  "type": "object",
  "required": [
   "entryId"
  ],
  "properties": {
   "entryId": {
    "minLength": 1,
    "type": "string"
   }
  }
 },
 "session/resumeRecent": {
  "type": "object",
  "properties": {}
 },
 "command/run": {
  "type": "object",
  "required": [
   "name"
  ],
  "properties": {
   "name": {
    "type": "string",
    "enum": [
     "newSession",
     "resumeSession",
     "openFolder",
     "setApiKey",
     "signIn",
     "signOut",
     "selectModel",
     "scopedModels",
     "selectThinking",
     "compact",
     "sessionInfo",
     "renameSession",
     "sessionTree",
     "fork",
     "clone",
     "importSession",
     "exportSession",
     "shareSession",
     "reportBug",
     "copyLastAnswer",
     "projectTrust",
     "agentSettings",
     "sessionOptions",
     "reloadResources",
     "restartAgent",
     "reloadPanel",
     "showLogs",
     "openSettings",
     "tools",
     "resources",
     "mcpServers",
     "modelView",
     "harness",
     "intake",
     "reviewTurn",
     "revertTurn"
    ]
   }
  }
 }
};

export const chatNoticeSchemas: Record<string, JsonSchema> = {
 "ack": {
  "type": "object",
  "required": [
   "sequence"
  ],
  "properties": {
   "sequence": {
    "minimum": 0,
    "type": "integer"
   }
  }
 },
 "focus": {
  "type": "object",
  "required": [
   "hasFocus"
  ],
  "properties": {
   "hasFocus": {
    "type": "boolean"
   }
  }
 },
 "mirror": {
  "type": "object",
  "required": [
   "sessionId",
   "state"
  ],
  "properties": {
   "sessionId": {
    "minLength": 1,
    "type": "string"
   },
   "state": {
    "type": "object",
    "required": [
     "draft",
     "draftSelection",
     "scroll",
     "folds"
    ],
    "properties": {
     "draft": {
      "type": "string"
     },
     "draftSelection": {
      "type": "array",
      "items": {
       "type": "integer",
       "minimum": 0
      }
     },
     "scroll": {
      "anyOf": [
       {
        "type": "object",
        "required": [
         "entryId",
         "offset"
        ],
        "properties": {
         "entryId": {
          "type": "string"
         },
         "offset": {
          "type": "number"
         }
        }
       },
       {
        "type": "null"
       }
      ]
     },
     "sessionPath": {
      "type": "string"
     },
     "folds": {
      "type": "object",
      "additionalProperties": {
       "type": "boolean"
      }
     }
    }
   }
  }
 },
 "problem": {
  "type": "object",
  "required": [
   "message",
   "detail"
  ],
  "properties": {
   "message": {
    "type": "string"
   },
   "detail": {
    "type": "object"
   }
  }
 }
};
