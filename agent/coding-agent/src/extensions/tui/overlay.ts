import type { Component } from "../types/ui.ts";
import { sliceColumns, truncateToWidth, visibleWidth } from "./width.ts";

export type OverlayAnchor =
  | "center"
  | "top-left"
  | "top-center"
  | "top-right"
  | "left-center"
  | "right-center"
  | "bottom-left"
  | "bottom-center"
  | "bottom-right";

/** Columns or rows, or a share of the terminal's such as `"50%"`. */
export type OverlaySize = number | `${number}%`;

export interface OverlayOptions {
  /** Default 80 columns, or what the terminal has. */
  width?: OverlaySize;
  minWidth?: number;
  maxHeight?: OverlaySize;
  /** Default `center`. */
  anchor?: OverlayAnchor;
  offsetX?: number;
  offsetY?: number;
  /** Places that take precedence over the anchor. */
  row?: OverlaySize;
  col?: OverlaySize;
  /** Kept free on every side. */
  margin?: number;
  /** Does not get the keyboard. */
  nonCapturing?: boolean;
}

/** The lines with a component drawn over those that are on the screen. */
export function drawOverlay(
  lines: readonly string[],
  component: Component,
  options: OverlayOptions,
  { width, rows }: { width: number; rows: number },
): string[] {
  const margin = options.margin ?? 0;
  const most = Math.max(1, width - 2 * margin);
  const wanted = Math.max(sizeOf(options.width, width) ?? Math.min(80, most), options.minWidth ?? 1);
  const columns = Math.min(wanted, most);
  const highest = Math.max(1, rows - 2 * margin);
  const height = Math.min(sizeOf(options.maxHeight, rows) ?? highest, highest);
  const drawn = component.render(columns).slice(0, height);
  const { anchor = "center", offsetX = 0, offsetY = 0 } = options;
  const free = { x: width - columns - margin, y: rows - drawn.length - margin };
  const column = clamp(
    (sizeOf(options.col, width) ?? alongX(anchor, margin, free.x)) + offsetX,
    margin,
    free.x,
  );
  const row = clamp((sizeOf(options.row, rows) ?? alongY(anchor, margin, free.y)) + offsetY, margin, free.y);
  const result = [...lines, ...Array<string>(Math.max(0, rows - lines.length)).fill("")];
  const top = result.length - rows;
  for (const [index, text] of drawn.entries()) {
    const at = top + row + index;
    result[at] = drawOver(result[at] ?? "", truncateToWidth(text, columns, ""), column, columns);
  }
  return result;
}

function drawOver(line: string, text: string, column: number, columns: number): string {
  const left = sliceColumns(line, 0, column);
  const leftText = left + " ".repeat(Math.max(0, column - visibleWidth(left)));
  const padded = text + " ".repeat(Math.max(0, columns - visibleWidth(text)));
  return `${leftText}\u001b[0m${padded}\u001b[0m${sliceColumns(line, column + columns, Infinity)}`;
}

function sizeOf(size: OverlaySize | undefined, whole: number): number | undefined {
  if (typeof size !== "string") return size;
  return Math.floor((Number.parseFloat(size) / 100) * whole);
}

function clamp(value: number, least: number, most: number): number {
  return Math.max(least, Math.min(value, Math.max(least, most)));
}

function alongX(anchor: OverlayAnchor, start: number, end: number): number {
  if (anchor.endsWith("left") || anchor.startsWith("left")) return start;
  if (anchor.endsWith("right") || anchor.startsWith("right")) return end;
  return Math.floor((start + end) / 2);
}

function alongY(anchor: OverlayAnchor, start: number, end: number): number {
  if (anchor.startsWith("top")) return start;
  return anchor.startsWith("bottom") ? end : Math.floor((start + end) / 2);
}
