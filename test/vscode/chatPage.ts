import type { Frame, Locator, Page } from "playwright-core";

/** The chat in a window of the editor, by its accessible names (vscode.md 10). */
export class ChatPage {
  constructor(
    readonly page: Page,
    readonly frame: Frame,
  ) {}

  /** Shows the chat of the side bar and waits for its document. */
  static async open(page: Page): Promise<ChatPage> {
    await page
      .getByRole("tab", { name: /^Relay\b/ })
      .first()
      .click();
    return ChatPage.find(page);
  }

  /** Hides the side bar's chat behind the files, and waits until its document is gone. */
  async hide(): Promise<void> {
    const gone = new Promise<void>((resolve) => {
      const look = (frame: Frame): void => {
        if (frame !== this.frame) return;
        this.page.off("framedetached", look);
        resolve();
      };
      this.page.on("framedetached", look);
    });
    await this.page
      .getByRole("tab", { name: /^Explorer/ })
      .first()
      .click();
    await gone;
  }

  /** Shows the side bar's chat. Gives the time of the click, in milliseconds since 1970. */
  show(): Promise<number> {
    const tab = this.page.getByRole("tab", { name: /^Relay\b/ }).first();
    return tab.evaluate((element: { click(): void }) => {
      const now = performance.timeOrigin + performance.now();
      element.click();
      return now;
    });
  }

  /** The document of the chat: the editor puts it into a frame of a frame. */
  static async find(page: Page): Promise<ChatPage> {
    const frame = await frameWith(page, (candidate) =>
      candidate.getByRole("textbox", { name: "Message Relay" }),
    );
    return new ChatPage(page, frame);
  }

  /** Waits for something in any document of the window. */
  async inFrames(find: (frame: Frame) => Locator): Promise<void> {
    await frameWith(this.page, find);
  }

  get composer(): Locator {
    return this.frame.getByRole("textbox", { name: "Message Relay" });
  }

  get transcript(): Locator {
    return this.frame.getByRole("log", { name: "Conversation" });
  }

  get status(): Locator {
    return this.frame.getByRole("status", { name: "Relay status" });
  }

  button(name: string | RegExp): Locator {
    return this.frame.getByRole("button", { name });
  }

  dialog(): Locator {
    return this.frame.getByRole("alertdialog");
  }

  queue(): Locator {
    return this.frame.getByRole("list", { name: "Queued messages" }).getByRole("listitem");
  }

  answer(text: string): Locator {
    return this.transcript.getByRole("article", { name: "Relay" }).filter({ hasText: text });
  }

  async send(text: string): Promise<void> {
    await this.composer.fill(text);
    await this.composer.press("Enter");
  }

  locator(selector: string): Locator {
    return this.frame.locator(selector);
  }

  /** A command of the palette by its title. */
  async command(title: string): Promise<void> {
    const field = this.page.locator(".quick-input-widget .quick-input-box input");
    await this.page.keyboard.press("F1");
    await field.waitFor();
    await field.fill(`>${title}`);
    await this.quickRow(title).waitFor();
    await field.press("Enter");
  }

  /** Chooses in a list of the window that has this title: what is typed before it is there goes elsewhere. */
  async pick(listTitle: string, text: string): Promise<void> {
    const widget = this.page.locator(".quick-input-widget").filter({
      has: this.page.locator(".quick-input-title", { hasText: listTitle }),
    });
    const field = widget.locator(".quick-input-box input");
    await field.waitFor();
    await field.fill(text);
    await this.quickRow(text).waitFor();
    await field.press("Enter");
  }

  quickRow(text: string): Locator {
    return this.page.locator(".quick-input-list .monaco-list-row").filter({ hasText: text }).first();
  }
}

/** The first document of the window that has such an element; waits for it. */
async function frameWith(page: Page, find: (frame: Frame) => Locator): Promise<Frame> {
  for (;;) {
    for (const frame of page.frames()) {
      // A frame may go while it is looked at.
      if (
        (await find(frame)
          .count()
          .catch(() => 0)) > 0
      )
        return frame;
    }
    // A document may also fill later, without a new frame.
    await page.waitForEvent("frameattached", { timeout: 200 }).catch(() => undefined);
  }
}
