/** A word after expansion. */
export interface Argument {
  /** Its value; where it is not known, the text as written. */
  readonly text: string;
  readonly kind: "literal" | "dynamic" | "glob";
  /** The known text in front of the first part that is not. */
  readonly prefix: string;
  /** Holds the output of a download. */
  readonly isFetched: boolean;
  /** What a file of `<(...)` holds, when its text is known. */
  readonly content?: string;
}

export function literal(text: string): Argument {
  return { text, kind: "literal", prefix: text, isFetched: false };
}

export function dynamic(text: string, isFetched = false): Argument {
  return { text, kind: "dynamic", prefix: "", isFetched };
}

/** What `xargs` and `{}` put in: operands that come from input. */
export const inputOperand: Argument = dynamic("{stdin}");

/** The part of an argument behind `length` characters of known text, as of the value in `--name=value`. */
export function rest(argument: Argument, length: number): Argument {
  const text = argument.text.slice(length);
  return { ...argument, text, prefix: argument.prefix.slice(length) };
}

/** Several arguments as one text, as `eval` and `ssh` join them. */
export function joinArguments(values: readonly Argument[]): Argument {
  const text = values.map((value) => value.text).join(" ");
  const unknown = values.findIndex((value) => value.kind === "dynamic");
  if (unknown < 0) return { ...literal(text), isFetched: values.some((value) => value.isFetched) };
  const known = values.slice(0, unknown).map((value) => value.text + " ");
  return {
    text,
    kind: "dynamic",
    prefix: known.join("") + (values[unknown]?.prefix ?? ""),
    isFetched: values.some((value) => value.isFetched),
  };
}
