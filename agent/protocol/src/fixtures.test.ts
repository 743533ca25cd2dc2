import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { entryDefs } from "../schema/entries.ts";
import { eventDefs, eventSchemas as eventSources } from "../schema/events.ts";
import { uiRequestSchemas } from "../schema/extensionUi.ts";
import { generatedSchemaFiles } from "../schema/generate.ts";
import { allTrue } from "../schema/isSame.ts";
import type { Comparison } from "../schema/isSame.ts";
import { messageDefs } from "../schema/messages.ts";
import { responseSchemas as responseSources } from "../schema/responses.ts";
import { extensionUiResponseSchema } from "./commandSchemas.generated.ts";
import type { RpcCommandType, RpcResponseData } from "./commands.ts";
import { describeEntryProblem, describeRecordProblem } from "./describeRecordProblem.ts";
import type * as entries from "./entries.ts";
import type * as events from "./events.ts";
import { rpcEventTypes } from "./events.ts";
import { extensionUiMethods } from "./extensionUi.ts";
import type { ExtensionUiMethod, ExtensionUiRequest } from "./extensionUi.ts";
import { encodeRecord, JsonlDecoder } from "./framing.ts";
import type { JsonObject } from "./json.ts";
import type * as messages from "./messages.ts";
import { parseCommandRecord } from "./parseCommandRecord.ts";
import { recordDefs } from "./recordSchemas.generated.ts";
import { findSchemaProblem } from "./schemaProblem.ts";
import { rpcCommandTypes, validateCommand } from "./validateCommand.ts";

type Fixtures = Record<string, JsonObject[]>;

function load(name: string): Fixtures {
  return JSON.parse(readFileSync(join(import.meta.dirname, `../fixtures/${name}.json`), "utf8")) as Fixtures;
}

const fixtures = {
  commands: load("commands"),
  responses: load("responses"),
  events: load("events"),
  extensionUiRequests: load("extensionUiRequests"),
  extensionUiResponses: load("extensionUiResponses"),
  entries: load("entries"),
  messages: load("messages"),
  headers: load("headers"),
};

const written = [fixtures.responses, fixtures.events, fixtures.extensionUiRequests, fixtures.headers].flatMap(
  (file) => Object.values(file).flat(),
);

function roundTrip(records: readonly object[]): unknown[] {
  const bytes = new TextEncoder().encode(records.map(encodeRecord).join(""));
  const decoder = new JsonlDecoder();
  return [...decoder.push(bytes), ...decoder.end()].map((record) =>
    record.kind === "record" ? JSON.parse(record.text) : record,
  );
}

// None of these compiles when a schema and the vocabulary disagree.
type MessageTypes = {
  TextContent: messages.TextContent;
  ImageContent: messages.ImageContent;
  ThinkingContent: messages.ThinkingContent;
  ToolCall: messages.ToolCall;
  AssistantContent: messages.AssistantContent;
  UserContent: messages.UserContent;
  Usage: messages.Usage;
  ToolDeclaration: messages.ToolDeclaration;
  SystemMessage: messages.SystemMessage;
  UserMessage: messages.UserMessage;
  AssistantMessage: messages.AssistantMessage;
  Diagnostic: messages.Diagnostic;
  DeferredHandle: messages.DeferredHandle;
  NestedCall: messages.NestedCall;
  ToolResultMessage: messages.ToolResultMessage;
  BashExecutionMessage: messages.BashExecutionMessage;
  CustomMessage: messages.CustomMessage;
  BranchSummaryMessage: messages.BranchSummaryMessage;
  CompactionSummaryMessage: messages.CompactionSummaryMessage;
  AgentMessage: messages.AgentMessage;
};
type EntryTypes = {
  SessionMessageEntry: entries.SessionMessageEntry;
  ModelChangeEntry: entries.ModelChangeEntry;
  ThinkingLevelChangeEntry: entries.ThinkingLevelChangeEntry;
  UsageEntry: entries.UsageEntry;
  CompactionEntry: entries.CompactionEntry;
  ContextEditEntry: entries.ContextEditEntry;
  BranchSummaryEntry: entries.BranchSummaryEntry;
  CustomEntry: entries.CustomEntry;
  CustomMessageEntry: entries.CustomMessageEntry;
  LabelEntry: entries.LabelEntry;
  SessionInfoEntry: entries.SessionInfoEntry;
  SessionEntry: entries.SessionEntry;
};
type EventPartTypes = {
  ToolExecutionResult: events.ToolExecutionResult;
  CompactionResult: events.CompactionResult;
  AssistantMessageUpdate: events.AssistantMessageUpdate;
};
type EventTypes = { [T in events.RpcEvent["type"]]: Omit<Extract<events.RpcEvent, { type: T }>, "type"> };
type UiTypes = {
  [M in ExtensionUiMethod]: Omit<Extract<ExtensionUiRequest, { method: M }>, "type" | "id" | "method">;
};
type DataTypes = { [T in RpcCommandType]: RpcResponseData<T> };
const keysOf = <T extends object>(value: T): (keyof T & string)[] =>
  Object.keys(value) as (keyof T & string)[];
const sameMessages: Comparison<typeof messageDefs, MessageTypes> = allTrue(keysOf(messageDefs));
const sameEntries: Comparison<typeof entryDefs, EntryTypes> = allTrue(keysOf(entryDefs));
const sameEventParts: Comparison<typeof eventDefs, EventPartTypes> = allTrue(keysOf(eventDefs));
const sameEvents: Comparison<typeof eventSources, EventTypes> = allTrue(keysOf(eventSources));
const sameUi: Comparison<typeof uiRequestSchemas, UiTypes> = allTrue(keysOf(uiRequestSchemas));
const sameData: Comparison<typeof responseSources, DataTypes> = allTrue(keysOf(responseSources));

const generatedPath = (path: string): string => join(import.meta.dirname, "..", path);

describe("record schemas", () => {
  it("have the static types of the vocabulary and cover it", () => {
    const compared = [sameMessages, sameEntries, sameEventParts, sameEvents, sameUi, sameData].map(
      (comparison) => Object.keys(comparison).length,
    );
    assert.deepEqual(compared, [
      20,
      12,
      3,
      rpcEventTypes.length,
      extensionUiMethods.length,
      rpcCommandTypes.length,
    ]);
  });

  it("are what the generated files hold", () => {
    for (const { path, text } of generatedSchemaFiles()) {
      assert.equal(readFileSync(generatedPath(path), "utf8"), text, `${path}: run npm run schemas`);
    }
  });

  it("refer only to definitions that exist", () => {
    const references = JSON.stringify([recordDefs, generatedSchemaFiles()]).match(/#\/\$defs\/\w+/g) ?? [];
    const missing = references.filter((reference) => !recordDefs[reference.replace("#/$defs/", "")]);
    assert.ok(references.length > 50);
    assert.deepEqual(missing, []);
  });
});

describe("fixtures", () => {
  it("hold every command, response, event and UI request", () => {
    const namesOf = (file: Fixtures): string[] => Object.keys(file).filter((name) => file[name]?.length);
    const sorted = (names: readonly string[]): string[] => [...names].sort();
    assert.deepEqual(sorted(namesOf(fixtures.commands)), sorted(rpcCommandTypes));
    assert.deepEqual(sorted(namesOf(fixtures.responses)), sorted([...rpcCommandTypes, "parse", "unknown"]));
    assert.deepEqual(sorted(namesOf(fixtures.events)), sorted(rpcEventTypes));
    assert.deepEqual(sorted(namesOf(fixtures.extensionUiRequests)), sorted(extensionUiMethods));
  });

  it("are filed under their own names", () => {
    const misfiled = (file: Fixtures, key: string): string[] =>
      Object.entries(file).flatMap(([name, records]) =>
        name === "unknown" ? [] : records.filter((record) => record[key] !== name).map(() => name),
      );
    assert.deepEqual(misfiled(fixtures.commands, "type"), []);
    assert.deepEqual(misfiled(fixtures.responses, "command"), []);
    assert.deepEqual(misfiled(fixtures.events, "type"), []);
    assert.deepEqual(misfiled(fixtures.extensionUiRequests, "method"), []);
    assert.deepEqual(misfiled(fixtures.entries, "type"), []);
    assert.deepEqual(misfiled(fixtures.messages, "role"), []);
  });

  it("come back unchanged from the wire", () => {
    const all = Object.values(fixtures).flatMap((file) => Object.values(file).flat());
    assert.deepEqual(roundTrip(all), all);
  });

  for (const record of Object.values(fixtures.commands).flat()) {
    it(`${JSON.stringify(record)} is a valid command`, () => {
      const parsed = parseCommandRecord(JSON.stringify(record));
      assert.deepEqual(parsed, { ok: true, record });
      assert.deepEqual(parsed.ok && validateCommand(parsed.record), { ok: true, command: record });
    });
  }

  for (const record of Object.values(fixtures.extensionUiResponses).flat()) {
    it(`${JSON.stringify(record)} is a valid answer`, () => {
      assert.equal(findSchemaProblem(extensionUiResponseSchema, record), undefined);
    });
  }

  for (const record of written) {
    it(`${JSON.stringify(record).slice(0, 120)} fits the protocol`, () => {
      assert.equal(describeRecordProblem(record), undefined);
    });
  }

  it("hold entries and messages that fit the protocol", () => {
    const kept = Object.values(fixtures.entries).flat();
    assert.deepEqual(
      kept.map(describeEntryProblem),
      kept.map(() => undefined),
    );
    const said = Object.values(fixtures.messages).flat();
    const problems = said.map((message) => describeRecordProblem({ type: "message_end", message }));
    assert.deepEqual(
      problems,
      said.map(() => undefined),
    );
  });
});
