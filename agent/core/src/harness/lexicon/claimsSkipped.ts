import { lazy } from "../text/lazy.ts";
import { claimPattern } from "./claimPattern.ts";

/** A sentence that starts so is a condition or a purpose. "Se agregó" is a Spanish past tense. */
export const conditionStart = lazy(() =>
  claimPattern(
    `^(?:if|when|once|unless|until|assuming|quando|caso|si|cuando|se)>(?!(?<=^se) (?:(?:le|les|lo|la) )?(?:han? |\\p{L}+(?:ó|aron|ieron)>))`,
  ),
);

export const purposeStart = lazy(() => claimPattern("^(?:to|para)>"));

/** Says what will be, should be or is wished for. */
export const hedges = lazy(() =>
  claimPattern(`<(?:will|i'll|we'll|it'll|they'll|going to|plan to|would|should|might|may|could|let me|about to|once you|needs? to|to be (?:done|fixed|added)
    |must be|must pass|want me to|if you|if all|unless)>|<next,? i>
    |<(?:vou|irei|vamos|pretendo|preciso|assim que|quando você|se você)>|<dev(?:e|em|eria|eriam) (?:passar|funcionar|estar|ficar)>
    |<(?:voy a|vamos a|planeo|debería|deberían|deberia|deben|debe|tengo que|cuando)>`),
);

/** Asks the reader to look: "make sure the tests pass". */
export const instructions = lazy(() =>
  claimPattern(`^(?:please |then |and |now ){0,4}(?:verify|check|ensure|make sure|confirm|run|re-run|rerun|see (?:if|whether|that)|execute
    |verifique|confirme|garanta|certifique-se|rode|execute|verifica|asegúrate|ejecuta|confirma)>(?! (?:passes|passed|succeed|is|are))`),
);

/** Announces what the reader is to verify, or what must hold. */
export const agendas = lazy(() =>
  claimPattern(`^(?:what|how|steps?|things?|ways?)(?: \\S+){0,3}? to (?:verify|check|test|confirm|review|do)>|^to (?:verify|check|test|confirm|do)>
    |^(?:test|verification|manual test) (?:plan|steps|checklist)>|^(?:acceptance criteria|definition of done|checklist|next steps?|requirements?)>|^(?:todo|remaining)(?=:|$)
    |^(?:o que|como|passos para|para) (?:testar|verificar|conferir)>|^critérios de aceit|^próximos passos>
    |^(?:qué|cómo|pasos para|para) (?:probar|verificar|comprobar)>|^criterios de acept|^próximos pasos>`),
);

const writings = `readme|docs|documentation|comment|issue|ticket|changelog|commit message|logs?|documentação
    |comentário|documentación|comentario`;

/** Someone else's words. */
export const sources = lazy(() =>
  claimPattern(`<(?:${writings}|you|user|reviewer|usuário|usuario)>[^.;]{0,20}?<(?:says?|said|claims?|states?|reports?
    |reported|mentioned|mentions?|asked|diz|dizia|dice|decía)>
    |<(?:according to|segundo|conforme|según) (?:(?:the|o|a|os|as|el|la|los) )?(?:${writings})>`),
);

/** What was so before this work. */
export const histories = lazy(() =>
  claimPattern(`<(?:was|were|had been|foi|foram|fue|fueron|estava|estavam|estaba|estaban)>[^.;]{0,60}?(?:<in (?:v?\\d|commit|pr|the (?:last|previous))|<by (?!me>)|<originally>|<previously>|<before>|<last (?:week|month|year|release)>
    |<na versão>|<no commit>|<en la versión>|<en el commit>|<antes>|<anteriormente>)|<(?:originally|previously)>`),
);
