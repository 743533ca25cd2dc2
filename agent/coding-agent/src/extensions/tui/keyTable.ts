/** Keys of the user's actions, unless the user chose others; the first is the one that hints name (cli.md §14). */
export function defaultKeys({ isNativeWindows, isWindows }: KeyPlatform): Readonly<Record<string, string>> {
  return {
    ...editingKeys(isNativeWindows, isWindows),
    ...screenKeys(isWindows),
    ...appKeys(isNativeWindows, isWindows),
  };
}

export interface KeyPlatform {
  isNativeWindows: boolean;
  /** Native, or Linux inside of Windows: the same terminals. */
  isWindows: boolean;
}

/** The machine that Relay runs on. */
export function currentKeyPlatform(): KeyPlatform {
  const isNativeWindows = process.platform === "win32";
  const { WSL_DISTRO_NAME, WSL_INTEROP } = process.env;
  return { isNativeWindows, isWindows: isNativeWindows || (WSL_DISTRO_NAME ?? WSL_INTEROP) !== undefined };
}

/** Keys of an action are separated by spaces. */
type Keys = Readonly<Record<string, string>>;

function editingKeys(isNativeWindows: boolean, isWindows: boolean): Keys {
  return {
    "tui.editor.cursorUp": "up",
    "tui.editor.cursorDown": "down",
    "tui.editor.historyPrevious": "",
    "tui.editor.historyNext": "",
    "tui.editor.cursorLeft": "left ctrl+b",
    "tui.editor.cursorRight": "right ctrl+f",
    "tui.editor.cursorWordLeft": "alt+left ctrl+left alt+b",
    "tui.editor.cursorWordRight": "alt+right ctrl+right alt+f",
    "tui.editor.cursorLineStart": "home ctrl+home ctrl+a",
    "tui.editor.cursorLineEnd": "end ctrl+end ctrl+e",
    "tui.editor.jumpForward": "ctrl+]",
    "tui.editor.jumpBackward": "ctrl+alt+]",
    "tui.editor.pageUp": "pageUp ctrl+pageUp",
    "tui.editor.pageDown": "pageDown ctrl+pageDown",
    "tui.editor.deleteCharBackward": "backspace",
    "tui.editor.deleteCharForward": "delete ctrl+d",
    "tui.editor.deleteWordBackward": "ctrl+w alt+backspace",
    "tui.editor.deleteWordForward": "alt+d alt+delete",
    "tui.editor.deleteToLineStart": "ctrl+u",
    "tui.editor.deleteToLineEnd": "ctrl+k",
    "tui.editor.yank": "ctrl+y",
    "tui.editor.yankPop": "alt+y",
    "tui.editor.undo": isNativeWindows ? "ctrl+z" : isWindows ? "alt+z" : "ctrl+-",
    "tui.input.newLine": "shift+enter ctrl+j",
    "tui.input.submit": "enter",
    "tui.input.tab": "tab",
    "tui.input.copy": "ctrl+c",
    "tui.select.up": "up",
    "tui.select.down": "down",
    "tui.select.pageUp": "pageUp",
    "tui.select.pageDown": "pageDown",
    "tui.select.confirm": "enter",
    "tui.select.cancel": "escape ctrl+c",
  };
}

function screenKeys(isWindows: boolean): Keys {
  return {
    "tui.altScreen.pageUp": "pageUp",
    "tui.altScreen.pageDown": "pageDown",
    "tui.altScreen.halfPageUp": "",
    "tui.altScreen.halfPageDown": "",
    "tui.altScreen.lineUp": "",
    "tui.altScreen.lineDown": "",
    "tui.altScreen.previousPrompt": isWindows ? "ctrl+up" : "ctrl+shift+up ctrl+up",
    "tui.altScreen.nextPrompt": isWindows ? "ctrl+down" : "ctrl+shift+down ctrl+down",
    "tui.altScreen.search": isWindows ? "ctrl+f" : "ctrl+shift+f",
    "tui.altScreen.searchNext": "enter ctrl+g",
    "tui.altScreen.searchPrevious": "shift+enter ctrl+shift+g",
    "tui.altScreen.searchClose": "escape",
    "tui.altScreen.top": "home",
    "tui.altScreen.bottom": "end",
  };
}

function appKeys(isNativeWindows: boolean, isWindows: boolean): Keys {
  return {
    "app.interrupt": "escape",
    "app.clear": "ctrl+c",
    "app.exit": "ctrl+d",
    "app.suspend": isNativeWindows ? "" : "ctrl+z",
    "app.editor.external": "ctrl+g",
    "app.clipboard.pasteImage": isWindows ? "alt+v" : "ctrl+v",
    "app.session.new": "",
    "app.session.tree": "",
    "app.session.fork": "",
    "app.session.resume": "",
    "app.session.togglePath": "ctrl+p",
    "app.session.toggleSort": "ctrl+s",
    "app.session.toggleNamedFilter": "ctrl+n",
    "app.session.rename": "ctrl+r",
    "app.session.delete": "ctrl+d",
    "app.session.deleteNoninvasive": "ctrl+backspace",
    "app.model.select": "ctrl+l",
    "app.model.cycleForward": "ctrl+p",
    "app.model.cycleBackward": isWindows ? "alt+p" : "shift+ctrl+p",
    "app.models.save": "ctrl+s",
    "app.models.enableAll": "ctrl+a",
    "app.models.clearAll": "ctrl+x",
    "app.models.toggleProvider": "ctrl+p",
    "app.models.reorderUp": "alt+up",
    "app.models.reorderDown": "alt+down",
    "app.thinking.save": "ctrl+s",
    "app.thinking.cycle": "shift+tab",
    "app.thinking.toggle": "ctrl+t",
    "app.tools.expand": "ctrl+o",
    "app.message.copy": "ctrl+x",
    "app.message.followUp": isWindows ? "ctrl+q" : "alt+enter",
    "app.message.dequeue": isWindows ? "alt+q" : "alt+up",
    "app.tree.foldOrUp": "ctrl+left alt+left",
    "app.tree.unfoldOrDown": "ctrl+right alt+right",
    "app.tree.editLabel": "shift+l",
    "app.tree.toggleLabelTimestamp": "shift+t",
    "app.tree.filter.default": "ctrl+d",
    "app.tree.filter.noTools": "ctrl+t",
    "app.tree.filter.userOnly": "ctrl+u",
    "app.tree.filter.labeledOnly": "ctrl+l",
    "app.tree.filter.all": "ctrl+a",
    "app.tree.filter.cycleForward": "ctrl+o",
    "app.tree.filter.cycleBackward": "shift+ctrl+o",
  };
}
