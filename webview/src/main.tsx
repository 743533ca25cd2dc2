import "./styles/index.css";
import { startChat } from "./chat/startChat.tsx";

const root = document.getElementById("root");
if (root) {
  const kind = document.body.classList.contains("in-editor") ? "chatPanel" : "chat";
  startChat(acquireVsCodeApi(), root, kind);
}
