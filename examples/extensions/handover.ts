// Goes on in another session: a fresh one that knows the goal, a copy, or a stored one.
import type { ExtensionAPI } from "@relay-harness/coding-agent";

export default function (relay: ExtensionAPI) {
  relay.registerCommand("handover", {
    description: "Begin a new session with a goal",
    handler: async (goal, ctx) => {
      await ctx.waitForIdle();
      await ctx.newSession({
        parentSession: ctx.sessionManager.getSessionFile(),
        setup: (sessionManager) => void sessionManager.appendSessionInfo(goal),
        // The old context is stale from here on: only the new one may be used.
        withSession: async (next) => {
          await next.sendMessage({ customType: "goal", content: `The goal: ${goal}`, display: true });
          if (next.hasUI) next.ui.notify(`Now in ${next.sessionManager.getSessionId()}`);
          if (goal.endsWith("!")) await next.sendUserMessage("Begin.");
        },
      });
    },
  });
  relay.registerCommand("copy-here", {
    description: "Go on in a copy of this session",
    handler: async (_, ctx) => {
      const leaf = ctx.sessionManager.getLeafId();
      if (leaf !== null) await ctx.fork(leaf, { position: "at" });
    },
  });
  relay.registerCommand("open", {
    description: "Open a session file",
    handler: async (path, ctx) => {
      const { cancelled } = await ctx.switchSession(path);
      if (cancelled) ctx.ui.notify("Stayed here.");
    },
  });
  relay.on("session_before_switch", async ({ reason }, { hasUI, ui, isIdle }) => {
    if (!hasUI || isIdle() || reason === "resume") return;
    if (!(await ui.confirm("Leave?", "The model is still at work."))) return { cancel: true };
  });
}
