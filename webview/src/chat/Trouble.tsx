import { useApp } from "../app.ts";
import { text } from "../strings/text.ts";
import { showHidden } from "../text/hidden.ts";
import { IconButton } from "../ui/IconButton.tsx";
import { Icon } from "../ui/Icon.tsx";

/** Why the last thing that was asked for did not happen. */
export function Trouble() {
  const { trouble } = useApp();
  if (trouble.value === null) return null;
  return (
    <div class="rl-status rl-trouble" role="alert">
      <Icon name="error" class="bad" />
      <span class="rl-lines">{showHidden(trouble.value)}</span>
      <IconButton icon="close" label={text("close")} onClick={() => (trouble.value = null)} />
    </div>
  );
}
