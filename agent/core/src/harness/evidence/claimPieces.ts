import { letterPattern } from "../text/letters.ts";
import { agendas, conditionStart, instructions, purposeStart, sources } from "../lexicon/claimsSkipped.ts";
import { lazy } from "../text/lazy.ts";
import { mask } from "../text/mask.ts";
import { prose } from "../text/prose.ts";
import { sentences } from "../text/sentences.ts";
import { claimPattern } from "../lexicon/claimPattern.ts";

/** A stretch of the agent's text that claims one thing, lower case, code and quotations masked. */
export interface ClaimPiece {
  text: string;
  /** Only what the agent says of itself counts: "To fix this, I added a guard". */
  onlyOwn: boolean;
}

/** What is judged for claims: no questions, conditions, instructions or lists of what to verify. */
export function claimPieces(message: string): ClaimPiece[] {
  const found: ClaimPiece[] = [];
  let isAgenda = false;
  for (const sentence of sentences(prose(message))) {
    const text = plain(sentence.text);
    const opensAgenda = agendas().test(text);
    if (!sentence.bullet) isAgenda = opensAgenda && /[:?]$/u.test(text);
    if (opensAgenda || isAgenda || /[?？]["')\]]*$/u.test(text) || conditionStart().test(text)) continue;
    const isPurpose = purposeStart().test(text);
    const pieces = text.split(partEnd()).flatMap(piecesOfPart);
    for (const piece of isPurpose ? pieces.slice(1) : pieces) {
      if (instructions().test(piece.text)) continue;
      found.push({ text: piece.text, onlyOwn: isPurpose || piece.onlyOwn });
    }
  }
  return found;
}

const emphasis = lazy(() => letterPattern(String.raw`\*+|(?<![\p{L}\p{N}])_+|_+(?![\p{L}\p{N}])`, "gu"));
const leadingMarks = lazy(() => letterPattern(String.raw`^[^\p{L}\p{N}⟦✅✓✔]+`, "u"));

function plain(text: string): string {
  return mask(text)
    .masked.normalize("NFC")
    .replace(/[’ʼ]/gu, "'")
    .replace(emphasis(), "")
    .replace(/\s+/gu, " ")
    .replace(leadingMarks(), "")
    .trim()
    .toLowerCase();
}

/** A colon or dash before an outcome belongs to it: "Tests: ✅", "Lint: clean", "Build - failed". */
const outcome =
  "(?:[✅✓✔]|(?:pass|passed|passes|passing|ok|okay|clean|green|success|successful|succeeded|fail|fails|failed|failing|broken|red|passou|passaram|passando|falhou|falharam|falhando|verde|pasó|pasaron|pasando|falló|fallaron|fallando|en verde|(?:no|sem|sin) (?:errors?|erros|errores|falhas|fallos))(?=[\\s.,;!|(]*$|[.,;!|(]| (?:in|after|with|on|em|en|com|con) ))";
const partEnd = lazy(() =>
  claimPattern(
    `\\s*;\\s*|\\s+(?:-{1,2}|–)\\s+(?!${outcome})|\\s*—(?!\\s*${outcome})\\s*|:\\s+(?!${outcome})
    |,?\\s+(?:but|however|although|though|yet|mas|porém|embora|pero|aunque)>(?: that)?,?\\s*`,
    "u",
  ),
);

/** ", 0 failed" belongs to the count before it. */
const comma = /,\s+(?!(?:0|zero|no) (?:fail|error|skip|pend))(?!and (?:0|zero|no) fail)/u;
const edges = lazy(() => letterPattern(String.raw`^[^\p{L}\p{N}⟦✅✓✔]+|[\s.!…"')\]]+$`, "gu"));

function piecesOfPart(part: string): ClaimPiece[] {
  const texts = part
    .split(comma)
    .map((piece) => piece.replace(edges(), ""))
    .filter((piece) => piece !== "");
  let onlyOwn = false;
  return texts.map((text, index) => {
    const before = texts[index - 1];
    // "As the README says, all tests pass": what follows a source is its words.
    onlyOwn ||= before !== undefined && startsIn(before, sources().exec(`${before}, ${text}`));
    return { text, onlyOwn };
  });
}

function startsIn(text: string, match: RegExpExecArray | null): boolean {
  return match !== null && match.index < text.length;
}
