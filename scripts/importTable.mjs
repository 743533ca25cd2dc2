// Who may import whom. The lint rule and test/importTable.test.ts both read this table.

/**
 * Rooms in order of specificity: the first prefix that fits a file names its room. `may` lists the rooms
 * it may import, `node` whether Node's modules are allowed, `files: false` all of them but those for files,
 * `vscode` whether the editor's API is.
 */
export const rooms = [
  { name: "protocol", prefix: "agent/protocol/src/", may: [], node: false, vscode: false },
  { name: "ai", prefix: "agent/ai/src/", may: ["protocol"], node: true, vscode: false },
  {
    name: "core",
    prefix: "agent/core/src/",
    may: ["protocol", "ai"],
    node: true,
    files: false,
    vscode: false,
  },
  ...codingAgentRooms(),
  { name: "bridge", prefix: "extension/bridge/", may: ["coding-agent"], node: true, vscode: false },
  {
    name: "extension",
    prefix: "extension/src/",
    // Of the bridge, what both sides say to each other.
    may: ["protocol", "coding-agent", "bridge"],
    node: true,
    vscode: true,
  },
  { name: "webview", prefix: "webview/src/", may: ["protocol"], node: false, vscode: false },
];

/** Inside the coding agent: modes -> session -> tools, resources, ... -> base. */
function codingAgentRooms() {
  const src = "agent/coding-agent/src/";
  const libraries = ["protocol", "ai", "core"];
  const base = [...libraries, "agent:base"];
  const middle = ["tools", "extensions", "resources", "sessions", "packages"];
  const room = (folder, may) => ({
    name: `agent:${folder}`,
    prefix: `${src}${folder}/`,
    may,
    node: true,
    vscode: false,
  });
  const named = [...middle, "export"].map((name) => `agent:${name}`);
  return [
    room("base", libraries),
    ...["tools", "sessions", "packages"].map((folder) => room(folder, base)),
    // A resource loader loads extensions along with everything else.
    room("resources", [...base, "agent:extensions", "agent:packages"]),
    // Tools and sessions are what extensions reach; their files import Relay's own entry.
    room("extensions", [...base, "agent:tools", "agent:sessions", "agent:packages", "coding-agent"]),
    // Reads stored sessions; what only a running one knows is handed in.
    room("export", [...base, "agent:sessions"]),
    // A built-in uses only the public extension API, as any user's extension does.
    room("builtin", [...base, "agent:extensions"]),
    room("session", [...base, ...named]),
    room("modes", [...base, ...named, "agent:session"]),
    room("cli", [...base, ...named, "agent:session", "agent:modes", "agent:builtin"]),
    room("sdk", [...base, ...named, "agent:session"]),
    // Clients must not get the agent along with it.
    room("rpcClient", ["protocol"]),
    // Entry files: the bin, the RPC entry, the client and the SDK.
    {
      name: "coding-agent",
      prefix: src,
      may: [
        ...base,
        ...named,
        ...["session", "modes", "builtin", "cli", "sdk", "rpcClient"].map((name) => `agent:${name}`),
      ],
      node: true,
      vscode: false,
    },
  ];
}

const packages = {
  "@relay-harness/protocol": "protocol",
  "@relay-harness/ai": "ai",
  "@relay-harness/agent-core": "core",
  "@relay-harness/coding-agent": "coding-agent",
};

/** Room of a file, given with `/` separators and relative to the repository; `undefined` outside all rooms. */
export function roomOf(file) {
  return rooms.find((room) => file.startsWith(room.prefix));
}

/**
 * Why `file` may not import `target`, or `undefined`. `target` is a repository-relative file for a relative
 * import and the bare specifier otherwise.
 */
export function importProblem(file, target) {
  const room = roomOf(file);
  if (!room) return undefined;
  if (room.files === false && /^node:fs(?:\/|$)/.test(target)) return `${room.name} may not import ${target}`;
  if (target.startsWith("node:")) return room.node ? undefined : `${room.name} may not import Node modules`;
  if (target === "vscode") return room.vscode ? undefined : `${room.name} may not import vscode`;
  const packageName = Object.keys(packages).find((name) => target === name || target.startsWith(`${name}/`));
  const other = packageName ? packages[packageName] : roomOf(target)?.name;
  if (!other || other === room.name || room.may.includes(other)) return undefined;
  return `${room.name} may not import ${other}`;
}
