import type { FormRule } from "../types.ts";
import { always } from "./always.ts";
import { convention } from "./convention.ts";
import { desire } from "./desire.ts";
import { each } from "./each.ts";
import { ensure } from "./ensure.ts";
import { keep } from "./keep.ts";
import { modal } from "./modal.ts";
import { never } from "./never.ts";
import { none } from "./none.ts";
import { only } from "./only.ts";
import { plural } from "./plural.ts";
import { prohibit } from "./prohibit.ts";
import { standing } from "./standing.ts";
import { status } from "./status.ts";
import { substitution } from "./substitution.ts";
import { universal } from "./universal.ts";

/** In the order they are tried: the first that matches names the rule. `list` is found line by line instead. */
export const formTable: readonly FormRule[] = [
  never,
  prohibit,
  desire,
  modal,
  universal,
  plural,
  always,
  only,
  substitution,
  keep,
  none,
  each,
  status,
  ensure,
  convention,
  standing,
];
