import { lazy } from "../text/lazy.ts";
import { pattern } from "../text/words.ts";

/** How developers stop, redirect and take back. All match folded text. */

export const politeNo = lazy(() =>
  pattern(`^(?:no|nope|nah|nao)[\\s,.!…-]+(?:
    thanks | thank you | problem | worries | idea | need | rush | all good
    | (?:that|it|this)(?:'s| is| was| looks)(?: all| totally| really)? (?:fine|ok|okay|good|great|perfect|correct)
    | (?:it|that) (?:works|worked) | go ahead
    | (?:no|nao|nenhuma?|ningun|ninguna) (?:other|more|further|mais|más|mas|outr[oa]s?|otr[oa]s?) \\p{L}+[.!]*$
    | obrigad[oa] | valeu | problema | pode deixar | tudo (?:bem|certo) | tranquilo
    | (?:assim )?(?:esta|ta|tá) (?:bom|otimo|certo|perfeito) | ficou (?:bom|otimo|perfeito)
    | gracias | (?:asi )?esta (?:bien|perfecto) | hay (?:prisa|problema) | te preocupes | todo bien
  )>`),
);

export const refusal = lazy(() =>
  pattern(`^(?:(?:no|nope|nah|nao|negativo)(?:[\\s,.!…:;–—-]+))*(?:
    (?:no|nope|nah|nao|negativo)(?:\\s*[,.!…:;–—-]+\\s*|$)
    | (?:no|nope|nah) (?=(?:that|that's|this|this's|it's)>))`),
);

export const afterRefusal = lazy(() =>
  pattern(`^(?:make|keep|just|go|só|solo|deixa|deja|i|i'm|i've|eu|yo|you|you're|don't|do not|nao|no|sem|sin|too|muito|demasiado|instead|em vez|en vez
    | not | the other | that one | (?:é )?(?:o outro|a outra) | (?:es )?(?:el otro|la otra) | assim nao | ai nao | asi no | ahi no | alli no | let's)>`),
);

const stopWords =
  "(?:stop|wait|hold on|halt|whoa|pare|para ya|para|pera|perai|espera|espere|calma|alto|detente|basta)(?: (?:ai|un momento|um pouco|please))?";

export const stopOpener = lazy(() =>
  pattern(`^(?:${stopWords}(?:\\s*[,.!…:;–—-]+\\s*|\\s+(?=${stopWords}>)))+`),
);

export const stopBusy = lazy(() =>
  pattern("^(?:let me|i'm|i am|i'll|i will|deixa eu|deixe-me|vou|estou|dejame|voy|estoy)>"),
);

export const stopDoing = lazy(() => pattern("^(?:stop|quit) \\p{L}+ing>"));
export const stopDoingRomance = lazy(() =>
  pattern("^(?:para|pare|parem|deja|deje|dejen) de (?:me |se )?(\\S+)"),
);

export const redirect = lazy(() =>
  pattern(`^(?:actually | on second thoughts? | rather | instead(?! of>) | na verdade | na real | pensando bem | em vez disso
    | ao inves disso | melhor | en realidad | mejor(?! dicho>) | en vez de eso | pensandolo bien)>[,:.…-]* (?=\\S)`),
);

export const revert = lazy(() =>
  pattern(`^(?:
    (?:undo|revert|roll back|rollback|take back|put back) (?:that|this|it|what you|your|the last|those|these|everything|all)>
    | (?:roll|put|take|change|bring) (?:it|that|this|everything|them) back>
    | go back to (?:what|how|the (?:previous|old|original|earlier|last))>
    | (?:desfaca|desfaz|reverta|reverte|volta|volte) (?:(?:para|pra) )?(?:isso|isto|o que voce|tudo|essa|esse|esta|a ultima|o ultimo
      | como (?:estava|era)|(?:ao|pro) que era|o que era)>
    | (?:deshaz|revierte|vuelve|devuelve) (?:a )?(?:eso|esto|lo que|todo|lo (?:anterior|ultimo)|como (?:estaba|era)|el ultimo|la ultima)>
    | (?:undo|revert|desfaca|desfaz|deshazlo|reviertelo|volta atras|vuelve atras|(?:deixa|deixe) como estava
      | (?:dejalo|deja) como estaba)(?: (?:it|that|this|isso|eso|please|por favor))*$
  )`),
);

export const reminder = lazy(() =>
  pattern(`^(?:(?:no|nao|but|mas|pero|and|like|as|como|hey|ok|again|de novo|otra vez)[ ,]+)*(?:
    i (?:already |just )?(?:said|told you|asked you|asked for)
    | i(?:'ve| have) (?:already )?(?:told|asked) you
    | eu (?:ja )?(?:te )?(?:disse|falei|pedi) | (?:yo )?(?:ya )?te (?:dije|pedi|pedí)
  )>`),
);
export const wish = lazy(() =>
  pattern(`^(?:(?:no|nao|but|mas|pero)[ ,]+)*(?:i (?:wanted|meant|asked)|(?:eu |yo )?(?:queria))>`),
);
export const contrast = lazy(() => pattern("(?:, (?:not|nao|no)|<(?:instead|em vez|en vez|rather than))>"));

export const simplify = lazy(() =>
  pattern(`^(?:(?:please|just|can you|could you|pode|puedes) )*(?:simplify|simplifica|simplifique|simplifiquen|simplifical[oa]|simplifica-[oa]|simplificar)
    (?: (?:it|that|this|things|isso|isto|eso|esto|please|por favor|mais|más|a bit|a lot|more|um pouco|un poco|everything|tudo|todo|ai|further))*$
    |^(?:let's simplify|vamos simplificar|vamos a simplificar)>`),
);
export const simpler = lazy(() =>
  pattern(`<(?:keep (?:it|this|things) simple(?:r)? | make (?:it|this|that) simpler | (?:something|way|much) simpler
    | less code | don't overcomplicate | stop overcomplicating
    | mais simples | menos codigo | nao complic(?:a|que) | más simple | más sencill[oa] | mas simple | mas sencill[oa]
    | no lo compliques | no te compliques | menos complejo)>`),
);

export const surplus = lazy(() =>
  pattern(`(?:^|<)(?:
    (?:you|we) (?:don't|do not|didn't) (?:really |even )?need (?:that|this|these|those|all (?:these|this|that|those|of)|another|so (?:much|many))
    | (?:don't|do not) think we need
    | nao precis(?:a|amos|ava) (?:disso|disto|dess[ea]s?|dest[ea]s?|de tant[oa]s?|de tudo isso)
    | no (?:hace falta|hacia falta|necesitas|necesitamos) (?:eso|es[ea]|es[oa]s|esto|tant[oa]s?|tod[oa])
  )>`),
);
