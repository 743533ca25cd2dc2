// The script of an exported page. Runs in a browser, alone with the data beside it.
import { drawIn, type PageDocument } from "./dom.ts";
import { registerLanguages } from "./highlight.ts";
import { dataElementId, rootElementId, type SessionPageData } from "./pageData.ts";
import { showSession } from "./sessionPage.ts";

// What the script finds in a browser; Node has the same `atob` and `TextDecoder`.
const { document } = globalThis as unknown as { document: PageDocument };

const root = document.getElementById(rootElementId);
const encoded = document.getElementById(dataElementId)?.textContent ?? "";
if (root) {
  registerLanguages();
  const bytes = Uint8Array.from(atob(encoded.trim()), (character) => character.charCodeAt(0));
  // The page is written together with its data, so that the shape is known.
  showSession(drawIn(document), root, JSON.parse(new TextDecoder().decode(bytes)) as SessionPageData);
}
