import type { IndexedSession } from "./sessionIndex.ts";

type Test = (session: IndexedSession) => boolean;

/**
 * The sessions that a query finds (sessions-and-tools.md §3): every word of it, a `"phrase"` as it is,
 * or `re:` and a regular expression; over name, first message, id and folder, whatever their case.
 */
export function sessionMatcher(query: string): Test {
  const text = query.trim();
  if (text.startsWith("re:")) return expressionTest(text.slice(3));
  const tests = [...text.matchAll(/"([^"]*)"?|\S+/g)].map(([token, phrase]) =>
    phrase === undefined ? wordTest(token.toLowerCase()) : phraseTest(phrase.toLowerCase()),
  );
  return (session) => tests.every((test) => test(session));
}

/** An expression that is not one finds nothing. */
function expressionTest(source: string): Test {
  let expression: RegExp;
  try {
    expression = new RegExp(source, "i");
  } catch {
    // somebody is still typing it
    return () => false;
  }
  return (session) => fieldsOf(session).some((field) => expression.test(field));
}

function phraseTest(phrase: string): Test {
  return (session) => fieldsOf(session).some((field) => field.toLowerCase().includes(phrase));
}

/** Anywhere in a field, or with letters left out in one word. Ids are random: nothing is left out there. */
function wordTest(word: string): Test {
  const isIn = phraseTest(word);
  return (session) => {
    if (isIn(session)) return true;
    const words = [session.name ?? "", session.firstMessage, session.cwd].flatMap((field) =>
      field.toLowerCase().split(/[\s/\\]+/),
    );
    return words.some((candidate) => isAbbreviation(word, candidate));
  };
}

/** `short` begins like `long` and holds some of its letters in order, at least half of them. */
function isAbbreviation(short: string, long: string): boolean {
  if (short.length < 3 || short[0] !== long[0] || short.length * 2 < long.length) return false;
  let found = 0;
  for (const letter of long) if (letter === short[found]) found++;
  return found === short.length;
}

function fieldsOf({ name = "", firstMessage, id, cwd }: IndexedSession): string[] {
  return [name, firstMessage, id, cwd];
}
