// Reminds you and the model after a while, and tells other extensions about it.
import type { ExtensionAPI } from "@relay-harness/coding-agent";

export default function (relay: ExtensionAPI) {
  const timers = new Set<NodeJS.Timeout>();
  const unsubscribe = relay.events.on("reminder", (text) =>
    relay.sendMessage(
      { customType: "reminder", content: String(text), display: true },
      { deliverAs: "nextTurn" },
    ),
  );
  relay.registerCommand("remind", {
    description: "/remind <seconds> <text>; 0 is at once",
    handler: (words) => {
      const [seconds = "", ...rest] = words.split(" ");
      const text = rest.join(" ");
      const remind = (): void => {
        relay.events.emit("reminder", text);
        if (text.endsWith("!")) relay.sendUserMessage(text, { deliverAs: "followUp" });
      };
      if (seconds === "0") remind();
      else timers.add(setTimeout(remind, Number(seconds) * 1000));
    },
  });
  // Safe to run more than once.
  relay.on("session_shutdown", () => {
    for (const timer of timers) clearTimeout(timer);
    timers.clear();
    unsubscribe();
  });
}
