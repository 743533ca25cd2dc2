import { existsSync } from "node:fs";

const places = [
  process.env["RELAY_CHROMIUM"],
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
];

/** The browser that stands in for the editor's own. */
export function chromiumPath(): string {
  const path = places.find((place) => place !== undefined && existsSync(place));
  if (path !== undefined) return path;
  throw new Error("No Chromium found. Install it (Debian: apt-get install chromium) or set RELAY_CHROMIUM.");
}
