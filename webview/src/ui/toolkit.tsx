// The only file that knows the toolkit of the editor's controls: it is kept no longer by its owner.
import {
  provideVSCodeDesignSystem,
  vsCodeButton,
  vsCodeCheckbox,
  vsCodeTextArea,
  vsCodeTextField,
} from "@vscode/webview-ui-toolkit";
import { h } from "preact";

let isRegistered = false;

/** Defines the elements; before the first one is drawn. */
export function registerControls(): void {
  if (isRegistered) return;
  isRegistered = true;
  provideVSCodeDesignSystem().register(vsCodeButton(), vsCodeCheckbox(), vsCodeTextArea(), vsCodeTextField());
}

interface CheckboxProps {
  label: string;
  desc: string;
  checked: boolean;
  disabled?: boolean;
  onChange: (checked: boolean) => void;
}

export function Checkbox({ label, desc, checked, disabled, onChange }: CheckboxProps) {
  return h(
    "vscode-checkbox",
    {
      checked,
      disabled,
      "aria-label": label,
      // The element tells of changes that its own properties make as well: only what differs is the user's.
      onChange: (event: Event) => {
        const next = (event.currentTarget as HTMLInputElement).checked;
        if (next !== checked) onChange(next);
      },
    },
    label,
    <span class="desc">{desc}</span>,
  );
}

interface TextProps {
  label: string;
  value: string;
  disabled?: boolean;
  /** When the user has finished: the field lost the focus, or Enter. */
  onCommit: (value: string) => void;
}

export function TextField({ label, value, disabled, onCommit }: TextProps) {
  return h(
    "vscode-text-field",
    { value, disabled, "aria-label": label, onChange: committed(value, onCommit) },
    label,
  );
}

export function TextArea({
  label,
  name,
  rows,
  value,
  disabled,
  onCommit,
}: TextProps & { name: string; rows: number }) {
  return h(
    "vscode-text-area",
    { value, rows, disabled, resize: "vertical", "aria-label": name, onChange: committed(value, onCommit) },
    label,
  );
}

interface ButtonProps {
  label: string;
  disabled?: boolean;
  onClick: () => void;
}

export function SecondaryButton({ label, disabled, onClick }: ButtonProps) {
  return h("vscode-button", { appearance: "secondary", disabled, onClick }, label);
}

function committed(value: string, onCommit: (value: string) => void): (event: Event) => void {
  return (event) => {
    const next = (event.currentTarget as HTMLInputElement).value;
    if (next !== value) onCommit(next);
  };
}
