import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { Script } from "node:vm";
import { parseHTML } from "linkedom";
import type { AnyRecord } from "./relayProcess.ts";

/** The part of a drawn element that tests look at. */
interface DrawnElement {
  readonly textContent: string | null;
  getAttributeNames(): string[];
  getAttribute(name: string): string | null;
  querySelectorAll(selector: string): Iterable<DrawnElement>;
}

/** An exported page. */
export interface ExportedPage {
  html: string;
  /** What it holds. */
  data: AnyRecord;
  /** Runs its script, as a browser would, and returns what it drew. */
  draw(): DrawnElement;
}

export function readExportedPage(path: string): ExportedPage {
  const html = readFileSync(path, "utf8");
  // The library describes the same objects with the types of a browser.
  const { document } = parseHTML(html) as unknown as {
    document: { getElementById(id: string): DrawnElement | null };
  };
  const data = document.getElementById("session-data")?.textContent ?? "";
  return {
    html,
    data: JSON.parse(Buffer.from(data, "base64").toString("utf8")) as AnyRecord,
    draw: () => {
      const [, script] = /<script>([^]*?)<\/script>/.exec(html) ?? [];
      assert.ok(script);
      new Script(script).runInNewContext({ document, atob, TextDecoder, URL, Uint8Array });
      const root = document.getElementById("session");
      assert.ok(root);
      return root;
    },
  };
}
