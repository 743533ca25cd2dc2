import { memo } from "preact/compat";
import { useEffect, useState } from "preact/hooks";
import { useApp } from "../app.ts";
import { text } from "../strings/text.ts";
import { IconButton } from "../ui/IconButton.tsx";
import { highlight } from "./highlight.ts";

interface CodeBlockProps {
  code: string;
  language: string;
  /** Nothing will be added: colours are worth their cost. */
  isComplete: boolean;
}

const shells = new Set(["sh", "bash", "shell", "zsh", "powershell", "ps1", "console"]);

export const CodeBlock = memo(function CodeBlock({ code, language, isComplete }: CodeBlockProps) {
  const { host, act } = useApp();
  const [coloured, setColoured] = useState<{ code: string; html: string }>();
  useEffect(() => {
    if (!isComplete) return undefined;
    let isCurrent = true;
    void highlight(code, language.toLowerCase()).then((html) => {
      if (isCurrent && html !== undefined) setColoured({ code, html });
    });
    return () => {
      isCurrent = false;
    };
  }, [code, language, isComplete]);
  const trimmed = code.replace(/\n$/, "");
  const isOneCommand = shells.has(language.toLowerCase()) && trimmed !== "" && !trimmed.includes("\n");
  return (
    <div class="rl-code">
      <pre class="rl-scroll mono" tabIndex={0} role="region" aria-label={text("code")}>
        {coloured?.code === code ? (
          <code dangerouslySetInnerHTML={{ __html: coloured.html }} />
        ) : (
          <code>{code}</code>
        )}
      </pre>
      {isComplete && (
        <div class="rl-actions" role="group" aria-label={text("codeActions")}>
          <IconButton
            icon="copy"
            label={text("copy")}
            onClick={() => act(host.request("text/copy", { text: trimmed }))}
          />
          <IconButton
            icon="insert"
            label={text("insertAtCursor")}
            onClick={() => act(host.request("text/insertAtCursor", { text: trimmed }))}
          />
          {isOneCommand && (
            <IconButton
              icon="terminal"
              label={text("pasteToTerminal")}
              onClick={() => act(host.request("text/pasteToTerminal", { text: trimmed }))}
            />
          )}
        </div>
      )}
    </div>
  );
});
