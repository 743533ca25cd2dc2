// Holds one session at a time and lets others take its place: a new one, a fork, a stored one.
import {
  createAgentSessionFromServices,
  createAgentSessionRuntime,
  createAgentSessionServices,
  getAgentDir,
  SessionManager,
  type AgentSession,
  type CreateAgentSessionRuntimeFactory,
} from "@relay-harness/coding-agent";

const cwd = process.cwd();

// Builds the first session and every later one, each with the services of its own folder.
const createRuntime: CreateAgentSessionRuntimeFactory = async (request) => {
  const { cwd, agentDir, trust, sessionManager, sessionStartEvent } = request;
  const services = await createAgentSessionServices({ cwd, agentDir, trust });
  const created = await createAgentSessionFromServices({ services, sessionManager, sessionStartEvent });
  return { ...created, services, diagnostics: services.diagnostics };
};

const runtime = await createAgentSessionRuntime(createRuntime, {
  cwd,
  agentDir: getAgentDir(),
  sessionManager: SessionManager.create(cwd),
});
for (const { type, message } of runtime.takeUnreportedDiagnostics()) console.error(`${type}: ${message}`);

// Subscriptions belong to a session: each new one needs its own.
function bind(session: AgentSession): void {
  session.subscribe((event) => {
    if (event.type === "message_end" && event.message.role === "assistant") {
      console.log(`${event.message.stopReason}: ${session.getLastAssistantText() ?? ""}`);
    }
  });
}
bind(runtime.session);
runtime.setRebindSession(bind);

try {
  await runtime.session.prompt("Remember the word apple.");
  const file = runtime.session.sessionFile;
  if (!file) throw new Error("The session has no file");

  // A new session that begins with something, and goes on at once.
  await runtime.newSession({
    parentSession: file,
    setup: (sessionManager) => void sessionManager.appendSessionInfo("Second try"),
    withSession: (context) => context.sendUserMessage("Remember the word pear."),
  });
  console.log(runtime.session.sessionName);

  // Back to the first one, as it was stored.
  await runtime.switchSession(file);
  console.log(`${runtime.session.messages.length} messages`);

  // A copy of it up to its first prompt, which comes back to be changed.
  const [first] = runtime.session.getUserMessagesForForking();
  const { selectedText } = await runtime.fork(first?.entryId ?? "");
  console.log(selectedText);
} finally {
  await runtime.dispose();
}
