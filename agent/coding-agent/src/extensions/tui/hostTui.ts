// What extensions import as @relay-harness/tui: what draws lines without a terminal.
export {
  Box,
  Container,
  CURSOR_MARKER,
  fuzzyFilter,
  renderFakeCursor,
  SelectList,
  Spacer,
  Text,
} from "./components.ts";
export { isKeyRelease, Key, matchesKey, parseKey } from "./keys.ts";
export { truncateToWidth, visibleWidth, wrapTextWithAnsi } from "./width.ts";
