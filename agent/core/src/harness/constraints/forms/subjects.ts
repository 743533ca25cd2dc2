import { lazy } from "../../text/lazy.ts";
import { tokens } from "../../text/tokens.ts";
import { pattern, wordSet } from "../../text/words.ts";

/** Subjects longer than this are sentences of their own. */
const maxSubjectTokens = 10;

const vague = lazy(() =>
  wordSet(`i it that this he she they there
    eu isso isto aquilo ele ela eles elas yo esto eso aquello él ella ellos ellas`),
);

/** The words before a modal name something definite: neither "it" nor "I". */
export function isStatedSubject(subject: string): boolean {
  const words = tokens(subject);
  const last = words.at(-1);
  return (
    last !== undefined &&
    words.length <= maxSubjectTokens &&
    !vague().has(last) &&
    !startsWithSpeaker().test(subject) &&
    !holdsQuestion().test(subject)
  );
}

/** "Explain why we should never use eval" asks. */
const holdsQuestion = lazy(() => pattern("<(?:why|how|whether|por que|porque)>"));

const startsWithSpeaker = lazy(() => pattern("^(?:i|i'm|i've|eu|yo)>"));

const pronoun = lazy(() =>
  pattern(`<(?:i|you|he|she|it|we|they|me|him|her|us|them|who|which|that|this|these|those
    | eu | voces? | ele | ela | eles | elas | nos | isso | isto | ess[ea]s? | est[ea]s? | que
    | yo | tu | usted(?:es)? | él | ella | ellos | ellas | nosotros | esto | eso | es[ao]s? | est[ao]s)>`),
);

/** Pronouns and demonstratives speak about one case, not about all of a kind. */
export function holdsPronoun(words: string): boolean {
  return pronoun().test(words);
}

const endUser = lazy(() =>
  wordSet(`user users customer customers guest guests visitor visitors player players client clients
    usuario usuarios usuaria usuarias cliente clientes visitante visitantes jogador jogadores jugador jugadores`),
);
const afterHead = / (?:in|of|for|with|who|that|from|under|at|on|d[aeo]s?|del|em|en|com|con|que|sem|sin) /u;

const codeClient = lazy(() =>
  pattern(
    "<(?:generated|auto-generated|api|http|rest|grpc|graphql|sql|db|sdk|oauth|redis|web|typed|mock) clients?>",
  ),
);

/** What the people who use the product must or cannot do is its behaviour, not a rule of the work. */
export function isEndUser(subject: string): boolean {
  // A client that programs use is part of the work.
  if (codeClient().test(subject)) return false;
  const head = tokens(subject.split(afterHead, 1)[0] ?? "").at(-1);
  return head !== undefined && endUser().has(head);
}

const interfaceNoun = lazy(() =>
  wordSet(`button modal dialog popup pop-up page menu tooltip screen header footer sidebar navbar form field input
    dropdown panel banner toast spinner icon cursor window widget checkbox toggle slider carousel logo badge tab
    player enemy character app application system site website
    sistema aplicacao aplicativo aplicacion sitio botao tela pagina formulario campo janela icone rodape cabecalho painel
    boton pantalla ventana icono panel encabezado pie`),
);

/** People who use the product and what it shows them: their "should not" is a specification. */
export function isProductSubject(subject: string): boolean {
  if (isEndUser(subject)) return true;
  const head = tokens(subject.split(afterHead, 1)[0] ?? "").at(-1);
  return head !== undefined && interfaceNoun().has(head);
}

const onProduct = lazy(() =>
  pattern(`^(?:show|display|render|hide|open|close|animate|highlight|make|turn|paint|color|colour|place|align
    | mostra | mostre | mostres | exibe | exiba | esconde | esconda | renderiza | renderize | abre | abra | fecha | feche
    | muestres? | muestra | muestre | ocultes? | oculta | renderices? | abras? | cierres?)[ ]
    (?:the|an?|any|this|that|your|o|a|os|as|um|uma|el|la|los|las|un|una|ess[ea]|est[ea]) (?:\\S+ ){0,2}?`),
);

/** "show the modal", "make the button blue": an order about one part of what the product shows. */
export function actsOnProduct(order: string): boolean {
  const opener = onProduct().exec(order);
  if (!opener) return false;
  const nouns = interfaceNoun();
  return tokens(order)
    .slice(2, 5)
    .some((word) => nouns.has(word));
}
