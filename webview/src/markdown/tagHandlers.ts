const tagWithHandler = /<(?=[a-z][^<]*[\s/"'`]on\w+\s*=)/giu;

/** The library of diagrams measures labels in the document before it cleans them: a tag with a handler becomes text. */
export function withoutHandlers(source: string): string {
  return source.replace(tagWithHandler, "‹");
}
