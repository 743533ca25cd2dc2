import type { Component } from "../types/ui.ts";
import { truncateToWidth } from "./width.ts";

export interface ImageTheme {
  fallbackColor: (text: string) => string;
}

export interface ImageOptions {
  maxWidthCells?: number;
  maxHeightCells?: number;
  filename?: string;
}

export interface ImageDimensions {
  widthPx: number;
  heightPx: number;
}

/** How terminals are told to show an image; `undefined`: this one cannot. */
export function imageProtocol(env: NodeJS.ProcessEnv = process.env): "kitty" | "iterm2" | undefined {
  const program = env.TERM_PROGRAM?.toLowerCase();
  if (env.TMUX ?? env.STY) return undefined;
  if (env.KITTY_WINDOW_ID ?? env.GHOSTTY_RESOURCES_DIR) return "kitty";
  if (program === "ghostty" || program === "wezterm") return "kitty";
  return program === "iterm.app" || program === "vscode" ? "iterm2" : undefined;
}

/** Terminals have cells of about this many pixels. */
const cell = { width: 9, height: 18 };
const chunkLength = 4096;

/** An image, where the terminal can show it; elsewhere a line that names it. */
export class Image implements Component {
  constructor(
    private readonly base64: string,
    private readonly mimeType: string,
    private readonly theme: ImageTheme,
    private readonly options: ImageOptions = {},
    private readonly dimensions?: ImageDimensions,
  ) {}

  invalidate(): void {
    // Nothing is kept between renderings.
  }

  render(width: number): string[] {
    const protocol = imageProtocol();
    // Kitty takes PNG alone.
    if (protocol === undefined || (protocol === "kitty" && this.mimeType !== "image/png")) {
      return [this.theme.fallbackColor(truncateToWidth(this.description(), width))];
    }
    const { columns, rows } = this.size(width);
    const sequence = protocol === "kitty" ? this.kitty(columns, rows) : this.iterm(columns);
    // The image takes the rows above its last line.
    const up = rows > 1 ? `\u001b[${rows - 1}A` : "";
    return [...Array<string>(rows - 1).fill(""), up + sequence];
  }

  private description(): string {
    const { widthPx, heightPx } = this.dimensions ?? {};
    const size = widthPx === undefined ? "" : ` ${widthPx}x${heightPx}`;
    return `[Image: ${this.options.filename ? `${this.options.filename} ` : ""}${this.mimeType}${size}]`;
  }

  private size(width: number): { columns: number; rows: number } {
    const { widthPx = 800, heightPx = 600 } = this.dimensions ?? {};
    const { maxWidthCells = 60, maxHeightCells = 40 } = this.options;
    const columns = Math.max(1, Math.min(width - 2, maxWidthCells));
    const rows = Math.ceil((columns * cell.width * heightPx) / widthPx / cell.height);
    if (rows <= maxHeightCells) return { columns, rows: Math.max(1, rows) };
    const narrower = Math.floor((maxHeightCells * cell.height * widthPx) / heightPx / cell.width);
    return { columns: Math.max(1, narrower), rows: maxHeightCells };
  }

  private kitty(columns: number, rows: number): string {
    const chunks = this.base64.match(new RegExp(`.{1,${chunkLength}}`, "gs")) ?? [""];
    return chunks
      .map((chunk, index) => {
        const head = index === 0 ? `a=T,f=100,q=2,c=${columns},r=${rows},` : "";
        return `\u001b_G${head}m=${index < chunks.length - 1 ? 1 : 0};${chunk}\u001b\\`;
      })
      .join("");
  }

  private iterm(columns: number): string {
    return `\u001b]1337;File=inline=1;width=${columns};height=auto;preserveAspectRatio=1:${this.base64}\u0007`;
  }
}
