import assert from "node:assert/strict";
import { parseArgs, type CliArgs, type ExtensionFlag } from "./args.ts";
import { helpText } from "./help.ts";
import { findSubcommand, selectMode } from "./selectMode.ts";

/** Both passes, without extensions. */
function parse(...argv: string[]): CliArgs {
  return parseArgs(argv, []);
}
function errorsOf(...argv: string[]): string[] {
  return parse(...argv).errors;
}

describe("parseArgs", () => {
  it("cli.md 2, 3: refuses unknown short options and never bundles", () => {
    assert.deepEqual(errorsOf("-s"), ["Unknown option: -s"]);
    assert.deepEqual(errorsOf("-pc", "hi"), ["Unknown option: -pc"]);
  });

  it("cli.md 4: tolerates an unknown long option in pass 1 and refuses it in pass 2", () => {
    const first = parseArgs(["--nope", "x", "-p", "hi"]);
    assert.deepEqual([first.errors, first.unknownOptions], [[], ["--nope"]]);
    assert.deepEqual(errorsOf("--nope=1", "-p", "hi"), ["Unknown option: --nope"]);
  });

  it("cli.md 5: reads flags of extensions in pass 2", () => {
    const flags: ExtensionFlag[] = [
      { name: "plan", type: "boolean" },
      { name: "tag", type: "string" },
    ];
    for (const tag of [["--tag", "a"], ["--tag=a"]]) {
      const args = parseArgs(["--plan", ...tag, "-p", "hi"], flags);
      assert.deepEqual(
        [args.errors, args.extensionFlags, args.messages],
        [[], { plan: true, tag: "a" }, ["hi"]],
      );
    }
    assert.deepEqual(parseArgs(["--tag", "-p"], flags).errors, ["--tag requires a value"]);
  });

  it("cli.md 6: wants a valid mode", () => {
    assert.deepEqual(errorsOf("--mode"), ["--mode requires a value"]);
    assert.deepEqual(errorsOf("--mode", "yaml", "-p", "hi"), [
      'Invalid mode "yaml". Use text, json, or rpc.',
    ]);
    assert.equal(parse("--mode=json").mode, "json");
  });

  it("cli.md 7, 8: --provider and --api-key need a model", () => {
    assert.deepEqual(errorsOf("--provider", "stub", "-p", "hi"), ["--provider requires --model"]);
    assert.deepEqual(errorsOf("--api-key", "k", "-p", "hi"), ["--api-key requires --model or --models"]);
    assert.deepEqual(errorsOf("--api-key", "k", "--models", "a"), []);
  });

  it("cli.md 14, 15: takes everything after -- and frontmatter after --print as messages", () => {
    assert.deepEqual(parse("-p", "--", "--not-an-option", "@a.txt").messages, ["--not-an-option"]);
    assert.deepEqual(parse("-p", "--", "@a.txt").files, ["a.txt"]);
    const text = "---\na: 1\n---\nhi";
    const args = parse("-p", text, "--model", "stub/m1");
    assert.deepEqual([args.messages, args.model, args.errors], [[text], "stub/m1", []]);
    assert.deepEqual(parse("-").messages, ["-"]);
  });

  it("cli.md 16, 17: collects messages and files in order, wherever they stand", () => {
    const args = parse("@a.txt", "one", "-p", "@b.png", "two");
    assert.deepEqual([args.messages, args.files, args.print], [["one", "two"], ["a.txt", "b.png"], true]);
  });

  it("cli.md 19: RPC mode takes neither files nor messages", () => {
    assert.deepEqual(errorsOf("--mode", "rpc", "@a.txt"), ["@file arguments are not supported in RPC mode"]);
    assert.deepEqual(errorsOf("--mode", "rpc", "hi"), ["prompt arguments are not supported in RPC mode"]);
    assert.deepEqual(parseArgs(["--mode", "rpc", "--tag", "value"]).errors, []);
  });

  it("cli.md 21, sessions-and-tools.md 16: names conflicting session options", () => {
    assert.deepEqual(errorsOf("--fork", "x", "-c", "-p", "hi"), [
      "--fork cannot be combined with --continue",
    ]);
    assert.deepEqual(errorsOf("--fork", "x", "--no-session"), [
      "--fork cannot be combined with --no-session",
    ]);
    assert.deepEqual(errorsOf("--session-id", "a", "--resume"), [
      "--session-id cannot be combined with --resume",
    ]);
    assert.deepEqual(errorsOf("--session-id", "a", "--fork", "x"), []);
    assert.deepEqual(errorsOf("--session-id", "a", "--no-session"), []);
    assert.deepEqual(errorsOf("--session-id", "a", "--session", ""), []);
    assert.deepEqual(parse("--no-session", "-c", "--session", "x").warnings, [
      "--session is ignored because of --no-session",
      "--continue is ignored because of --no-session",
    ]);
  });

  it("cli.md 22, sessions-and-tools.md 15: checks the grammar of --session-id", () => {
    const text =
      "Session id must be non-empty, contain only alphanumeric characters, '-', '_', and '.', and start and end with an alphanumeric character";
    for (const id of ["-bad", "a-", "a/b", "a b", ""])
      assert.deepEqual(errorsOf(`--session-id=${id}`), [text], id);
    for (const id of ["a", "a.b_c-1", "my.id_1-x", "a..b"])
      assert.deepEqual(errorsOf("--session-id", id), [], id);
    assert.deepEqual(
      errorsOf("--session-id", "-a"),
      ["--session-id requires a value", "Unknown option: -a"].slice(0, 1),
    );
  });

  it("cli.md 27, 28: splits lists, drops empty items and lets the last list win", () => {
    assert.deepEqual(errorsOf("--tools", "read,+bash", "-p", "hi"), [
      "--tools does not accept +name or -name",
    ]);
    const args = parse("--tools", "ls", "--tools", "grep, read ,read,", "-xt", "bash", "--models", "stub/*,");
    assert.deepEqual(
      [args.tools, args.excludeTools, args.models],
      [["grep", "read", "read"], ["bash"], ["stub/*"]],
    );
  });

  it("normalises the name and refuses a blank one", () => {
    assert.equal(parse("-n", "  My  name\r\nx ").name, "My  name x");
    assert.deepEqual(errorsOf("-n", " \n "), ["--name requires a non-empty value"]);
  });

  it("takes any token as prompt text, repeats where options accumulate, and the last elsewhere", () => {
    const args = parse(
      "--append-system-prompt",
      "-a",
      "--append-system-prompt",
      "b",
      "--model",
      "x",
      "--model=-y",
    );
    assert.deepEqual([args.appendSystemPrompt, args.model, args.approve], [["-a", "b"], "-y", undefined]);
    assert.equal(parse("-a", "-na").approve, false);
    assert.equal(parse("-na", "--approve").approve, true);
  });

  it("takes a search text for --list-models unless the next token is an option or a file", () => {
    assert.equal(parse("--list-models").listModels, "");
    assert.equal(parse("--list-models", "son").listModels, "son");
    assert.equal(parse("--list-models", "@a").listModels, "");
    assert.equal(parse("--list-models", "--offline").offline, true);
  });

  it("refuses a value for a flag, a wrong thinking level and what this build lacks", () => {
    assert.deepEqual(errorsOf("--print=1"), ["--print takes no value"]);
    assert.deepEqual(errorsOf("--thinking", "huge"), [
      'Invalid thinking level "huge". Use off, minimal, low, medium, high, xhigh, max.',
    ]);
    assert.deepEqual(errorsOf("--theme", "x"), ["--theme: Not available in this build."]);
    assert.deepEqual(errorsOf("-ne", "-ns", "-np", "--no-themes", "--no-mcp"), []);
  });

  it("collects all errors", () => {
    assert.deepEqual(errorsOf("-s", "--mode", "x", "--provider", "p"), [
      "Unknown option: -s",
      'Invalid mode "x". Use text, json, or rpc.',
      "--provider requires --model",
    ]);
  });
});

describe("selectMode", () => {
  it("cli.md §1.4: follows the table", () => {
    const tty = { isStdinTty: true, isStdoutTty: true };
    const piped = { isStdinTty: false, isStdoutTty: true };
    assert.equal(selectMode(parse("--mode", "rpc", "-p"), tty), "rpc");
    assert.equal(selectMode(parse("--mode", "json"), piped), "json");
    assert.equal(selectMode(parse("-p"), tty), "print");
    assert.equal(selectMode(parse("--mode", "text"), tty), "tui");
    assert.equal(selectMode(parse(), piped), "print");
  });
});

describe("findSubcommand", () => {
  it("knows a subcommand only as the exact first argument, two-word ones only with the second word", () => {
    assert.equal(findSubcommand(["list"]), "list");
    assert.equal(findSubcommand(["list my files"]), undefined);
    assert.equal(findSubcommand(["--", "list"]), undefined);
    assert.equal(findSubcommand(["harness", "the", "horse"]), undefined);
    assert.equal(findSubcommand(["harness", "explain"]), "harness");
    assert.equal(findSubcommand(["harness", "--help"]), "harness");
  });
});

describe("helpText", () => {
  it("lists what works, extension flags included, and nothing that does not", () => {
    const text = helpText({
      version: "1.2.3",
      tools: ["read", "bash"],
      extensionFlags: [{ name: "tag", type: "string", description: "A tag" }],
    });
    assert.match(text, /^relay 1\.2\.3/);
    assert.match(text, /-c, --continue +Go on/);
    assert.match(text, /--list-models \[search\]/);
    assert.match(text, /--tag <value> +A tag/);
    assert.doesNotMatch(text, /--theme|--tui-mode/);
  });
});
