import { render } from "preact";

/** The chat, which draws what the transcript reducer yields. */
function App() {
  return <main aria-label="Relay chat" />;
}

const host = document.getElementById("root");
if (host) render(<App />, host);
