import "./styles/index.css";
import "./styles/toolkit.css";
import { startPanel } from "./harness/startPanel.tsx";

const root = document.getElementById("root");
if (root) void startPanel(acquireVsCodeApi(), root);
