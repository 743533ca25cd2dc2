import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { matchAt } from "../composer/completion.ts";
import { showHidden } from "../text/hidden.ts";
import { text } from "../strings/text.ts";
import { Icon } from "./Icon.tsx";

export interface Option {
  readonly key: string;
  readonly name: string;
  readonly desc?: string;
  /** Options of a group follow each other. */
  readonly group?: string;
  readonly icon?: string;
  /** A mark stands before it. */
  readonly isChosen?: boolean;
}

interface PopupProps {
  id: string;
  label: string;
  options: readonly Option[];
  active: number;
  /** Letters that are set off in the names. */
  query?: string;
  onChoose: (index: number) => void;
  onHover: (index: number) => void;
  /** Above the list: a filter. */
  children?: ComponentChildren;
}

/** Id of the option that a text field or a picker points at. */
export function optionId(listId: string, index: number): string {
  return `${listId}-${index}`;
}

/** A list over the composer. The focus stays where it is; the active option is pointed at. */
export function Popup({ id, label, options, active, query, onChoose, onHover, children }: PopupProps) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.querySelector(".is-active")?.scrollIntoView({ block: "nearest" });
  }, [active, options]);
  return (
    <div class="rl-popup">
      {children}
      <div ref={list} role="listbox" id={id} aria-label={label} tabIndex={-1} class="rl-scroll">
        {groupsOf(options).map(({ group, members }, place) => (
          <div
            key={group ?? place}
            role={group === undefined ? "presentation" : "group"}
            aria-labelledby={group === undefined ? undefined : `${id}-group-${place}`}
          >
            {group !== undefined && (
              <div class="group" id={`${id}-group-${place}`}>
                {group}
              </div>
            )}
            {members.map(({ option, index }) => (
              <OptionView
                key={option.key}
                id={optionId(id, index)}
                option={option}
                isActive={index === active}
                query={query}
                onChoose={() => onChoose(index)}
                onHover={() => onHover(index)}
              />
            ))}
          </div>
        ))}
        {options.length === 0 && (
          <div role="option" aria-selected="false" aria-disabled="true" class="muted">
            {text("noMatches")}
          </div>
        )}
      </div>
    </div>
  );
}

interface Group {
  group: string | undefined;
  members: { option: Option; index: number }[];
}

function groupsOf(options: readonly Option[]): Group[] {
  const groups: Group[] = [];
  options.forEach((option, index) => {
    const last = groups.at(-1);
    if (last && last.group === option.group) last.members.push({ option, index });
    else groups.push({ group: option.group, members: [{ option, index }] });
  });
  return groups;
}

interface OptionViewProps {
  id: string;
  option: Option;
  isActive: boolean;
  query?: string;
  onChoose: () => void;
  onHover: () => void;
}

function OptionView({ id, option, isActive, query, onChoose, onHover }: OptionViewProps) {
  const { name, desc, icon, isChosen } = option;
  return (
    <div
      id={id}
      role="option"
      class={isActive ? "is-active" : undefined}
      aria-selected={isActive}
      title={showHidden(desc ? `${name}: ${desc}` : name)}
      // The text field must not lose the focus to a click.
      onMouseDown={(event) => event.preventDefault()}
      onMouseMove={onHover}
      onClick={onChoose}
    >
      {isChosen !== undefined && (
        <i class={isChosen ? "codicon codicon-check" : "codicon"} aria-hidden="true" />
      )}
      {icon !== undefined && <Icon name={icon} />}
      <span class="name ellipsis">
        <Marked name={showHidden(name)} query={query ?? ""} />
      </span>
      {desc !== undefined && <span class="desc ellipsis">{showHidden(desc)}</span>}
    </div>
  );
}

function Marked({ name, query }: { name: string; query: string }) {
  const start = matchAt(name, query);
  if (start === -1) return <>{name}</>;
  const end = start + query.length;
  return (
    <>
      {name.slice(0, start)}
      <span class="hit">{name.slice(start, end)}</span>
      {name.slice(end)}
    </>
  );
}
