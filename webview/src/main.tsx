import "./styles/index.css";
import { startChat } from "./chat/startChat.tsx";

const root = document.getElementById("root");
if (root) {
  const kind = root.dataset["kind"] === "chatPanel" ? "chatPanel" : "chat";
  void startChat(acquireVsCodeApi(), root, kind);
}
