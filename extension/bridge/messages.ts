/** What the bridge asks the editor before a tool runs: method name -> [params, result]. */
export interface BridgeRequestMap {
  /** Before `edit` and `write`: the editor keeps what the file is, or says why it must not be changed now. */
  beforeChange: [{ toolCallId: string; path: string }, { block?: string }];
  /** Before every tool: in a workspace that is not trusted, what changes something asks first. */
  mayRun: [{ toolName: string }, { ask: boolean }];
}

export type BridgeRequestName = keyof BridgeRequestMap;
