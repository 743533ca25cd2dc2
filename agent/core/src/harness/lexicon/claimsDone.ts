import { lazy } from "../text/lazy.ts";
import { claimPattern } from "./claimPattern.ts";
import { alternativesOf, gated } from "./wordGate.ts";

/** Verbs by which an agent reports its work; matched with their accents. Alternatives of a regular expression. */
const doneVerbs = `
    committed|reverted|restored|switched|done|finished|completed|implemented|fixed|added|updated|created|removed
    |deleted|refactored|resolved|changed|migrated|renamed|replaced|wired|rewrote|rewritten|moved|extracted
    |converted|simplified|corrected|applied|introduced|adjusted|configured|installed|wrote|written|made|deployed
    |pushed|published|merged|patched|handled|enabled|disabled|upgraded|bumped|cleaned up|set up|split|dropped
    |wrapped up|wired up|reworked|reordered|tightened|extended|cleaned|hooked up|rebased|tagged|released`;

/** Their base forms, after "was able to". */
const baseVerbs =
  "fix|implement|add|update|create|remove|refactor|resolve|change|migrate|rename|replace|move|complete|finish";

const firstPersonPt = `
    implementei|corrigi|adicionei|criei|removi|atualizei|alterei|refatorei|ajustei|terminei|finalizei|concluí
    |renomeei|movi|troquei|substituí|apaguei|escrevi|fiz|resolvi|simplifiquei|extraí|converti|configurei|migrei
    |incluí|mudei|consertei|arrumei|coloquei|apliquei|commitei|comitei|reverti|restaurei|publiquei|instalei
    |reescrevi|adaptei|tirei|subi`;
const firstPersonEs = `
    implementé|corregí|arreglé|agregué|añadí|creé|eliminé|actualicé|cambié|refactoricé|terminé|finalicé|completé
    |renombré|moví|reemplacé|borré|escribí|hice|resolví|simplifiqué|extraje|convertí|configuré|migré|incluí
    |modifiqué|ajusté|apliqué|revertí|restauré|publiqué|instalé|reescribí|adapté|quité|subí`;
const reflexiveEs = `
    agregó|añadió|creó|eliminó|actualizó|corrigió|implementó|cambió|reemplazó|movió|agregaron|añadieron|crearon
    |eliminaron|actualizaron|corrigieron|implementaron|cambiaron|reemplazaron|movieron|ajustó|refactorizó`;

/** Participles without their ending. */
const participleStems = `
    implementad|adicionad|criad|removid|atualizad|concluíd|resolvid|ajustad|alterad|aplicad|finalizad|corrigid
    |feit|pront|revertid|commitad|comitad|enviad|publicad|movid|renomead|substituíd|refatorad|configurad|instalad
    |migrad|deletad|apagad|integrad|mesclad|restaurad|trocad|extraíd|convertid|simplificad
    |corregid|agregad|añadid|cread|eliminad|actualizad|terminad|resuelt|realizad|completad|hech|subid|confirmad
    |renombrad|reemplazad|refactorizad|borrad|cambiad|modificad|arreglad|solucionad|arrumad|consertad|escrit`;
const participles = `(?:${participleStems})[oa]s?|listos?|listas?`;
const participleWords = lazy(() =>
  [...alternativesOf(participleStems).map((stem) => `${stem}[oa]s?`), "listos?", "listas?"].join("|"),
);

const article =
  "o|a|os|as|el|la|los|las|um|uma|un|una|do|da|dos|das|del|de|no|na|nos|nas|en|em|e|y|para|al|com|con|por";

/** How many things were done: "both", "all four", "3". */
const counted = `
    both|all|everything|each|\\d+|one|two|three|four|five|six|seven|eight|nine|ten|several
    |ambos|ambas|todos|todas|tudo|todo|dois|duas|dos|tres|três|quatro|cuatro|cinco|os dois|as duas|los dos|las dos
    |os|as|los|las`;

const notAfterDone = "by|when|if|before|after|in|once|until|at|that";

/** Words before the point: "so", "summary". */
const lead = `(?:(?:so|and|ok|okay|now|also|summary|note|then|finally|just|successfully|here|well|great|perfect|e|y|
    agora|ahora|também|también|bom|bueno|ya|já)>[,:]? ){0,4}`;

/** Reports at the start of a piece whose subject is the agent or left out: they stand before what they tell of. */
export const ownDone = lazy(() => [
  // "Added a retry", "Committed and pushed", "Fixed."
  gated(doneVerbs, `^${lead}(?:${doneVerbs})>(?![-'’])(?= \\S|$)`),
  gated(
    doneVerbs,
    `^${lead}(?:i|we)(?:'ve| have| had)?(?: (?:also|just|already|now|successfully|then|since|gone ahead and
    |went ahead and)){0,4} (?:${doneVerbs})>`,
  ),
  // "I found two issues and fixed both", "I was able to fix it"
  gated(
    doneVerbs,
    `^${lead}(?:i|we)(?:'ve| have)? [^,;]{1,80}? and (?:(?:then|also|now) )?(?:${doneVerbs})>`,
  ),
  gated(baseVerbs, `^${lead}(?:i|we) (?:was|were|have been) able to (?:\\S+ and )?(?:${baseVerbs})>`),
  gated(baseVerbs, `^${lead}(?:i|we) managed to (?:\\S+ and )?(?:${baseVerbs})>`),
  // "For the parser we've added": an introduction before the subject.
  gated(
    doneVerbs,
    `(?:^(?:in|for|as|on|with|at|during|per|to) [^,;]{1,60}|<(?:and|so|then|also|plus)
    |^(?:today|finally|overall|instead|additionally|here|first|second|next|meanwhile|otherwise)) (?:i|we)(?:'ve| have)?
    (?: (?:also|just|already|now|successfully|then)){0,4} (?:${doneVerbs})>`,
  ),
  gated(
    `${firstPersonPt}|${firstPersonEs}`,
    `^${lead}(?:eu |já |ya |también |também |yo ){0,4}(?:(?:lo|la|los|las|o|a) )?(?:${firstPersonPt}|${firstPersonEs})>`,
  ),
  gated(
    `${firstPersonPt}|${firstPersonEs}`,
    `<(?:eu|yo|e|y|já|ya|também|también) (?:(?:lo|la|los|las|o|a) )?(?:${firstPersonPt}|${firstPersonEs})>`,
  ),
  gated(
    participleWords(),
    `(?:^|<(?:y|ya|también) )(?:ya |también ){0,4}(?:he|hemos) (?:ya )?(?:${participles})>`,
  ),
  gated(
    `${reflexiveEs}|${participleWords()}`,
    `(?:^|<y )se (?:(?:le|les|lo|la) )?(?:han? )?(?:${reflexiveEs}|${participles})>`,
  ),
  // "Adicionado o filtro", "Revertido para", "Corregido."
  gated(participleWords(), `^${lead}(?:${participles})>(?=$| (?:${article})>)`),
]);

const shortReports = `
    done|finished|fixed|completed?|implemented|ready|all|good|everything|pronto|prontinho|pronta|tudo|todo|hecho
    |feito|concluíd[oa]s?|finalizad[oa]s?|resolvid[oa]s?|corrigid[oa]s?|implementad[oa]s?|list[oa]s?
    |terminad[oa]s?|completad[oa]s?|resuelt[oa]s?|corregid[oa]s?`;
const states =
  "done|gone|corrected|fixed|complete|completed|finished|implemented|resolved|ready|committed|pushed|in|working";

/** Reports that tell of a thing: "the fix is in place". */
export const otherDone = lazy(() => [
  gated(
    shortReports,
    `^${lead}(?:(?:done|finished|fixed|completed?|implemented|ready)>(?![-'’])(?! (?:${notAfterDone}|the|a|list|set)>)
    |all (?:set|done)>|good to go>|everything (?:works|is working)>|all working>
    |pront(?:o|inho|a)>|feito>|concluíd[oa]s?>|finalizad[oa]s?>|resolvid[oa]s?>|corrigid[oa]s?>|implementad[oa]s?>
    |tudo (?:certo|pronto|feito|funcionando|no lugar|resolvido)>
    |list[oa]s?>|hecho>|terminad[oa]s?>|completad[oa]s?>|resuelt[oa]s?>|corregid[oa]s?>
    |todo (?:listo|hecho|funciona|resuelto|en su (?:sitio|lugar))>)`,
  ),
  // "Refactor done", "Two bugs fixed", "Alterações feitas".
  gated(
    `${doneVerbs}|complete|${participleWords()}`,
    `^(?!(?:no|not|what|how|why|which|where|when|here's|que|qué|como|cómo)>)(?!\\S+ (?:what|that|which|how)>)
    (?:[^\\s,:]+ ){1,3}(?:${doneVerbs}|complete|${participles})$`,
  ),
  // "All four updated to the new API", "Both done".
  gated(
    `${doneVerbs}|${participleWords()}`,
    `^${lead}(?:${counted})(?: [^\\s,:]+){0,3}? (?:(?:is|are|were|now|have been|foram|fueron|estão|están) )?
    (?:${doneVerbs}|${participles})(?=$|[.:(]| (?:to|in|with|across|for|and|from|at|on|para|en|em|a|con|com|e|y)>)`,
  ),
  gated(
    doneVerbs,
    `<(?:has|have) (?:now |also |all |both |just |already ){0,4}been (?:successfully )?(?:${doneVerbs})>`,
  ),
  gated(
    states,
    `<(?:is|are|it's|that's|they're) (?:now |all |both |also |already ){0,4}(?:(?:done|gone|corrected|fixed|complete|completed|finished|
    implemented|resolved|ready|committed|pushed)>(?![-'’])(?! (?:${notAfterDone})>)|in place>|working>(?! on>))`,
  ),
  gated(
    "now|agora|ya|ahora",
    `<(?:now|agora|ya|ahora) (?:correctly |properly |also |corretamente |correctamente |também |también ){0,4}
    (?:handles?|supports?|returns?|uses?|works?|validates?|accepts?|rejects?|shows?|throws?
    |funcionam?|usam?|retornam?|valida[mn]?|aceitam?|mostram?|suportam?
    |funcionan?|usan?|devuelven?|retornan?|acepta[n]?|muestran?|soportan?)>`,
  ),
  gated(
    "works?|working",
    "<works? (?:now|as expected|correctly|as intended)>|<working (?:now|as expected|correctly)>",
  ),
  gated(
    `${participleWords()}|no|en`,
    `<(?:foi|foram|está|estão|ficou|ficaram|fue|fueron|están|queda|quedan|quedó|quedaron|ha sido|han sido)
    (?: (?:agora|ahora|já|ya|também|también|todos?|todas?)){0,4} (?:${participles}|no lugar|en su sitio)>`,
  ),
  gated("funcionando", "<(?:está|estão|están) (?:agora |ahora |ya |já )?funcionando>"),
]);

/** A piece that starts with a participle may say of what: "Removed users stay in the log". */
export const participleSubject = lazy(() =>
  claimPattern(`^(?:(?:both|all|each|\\S*ly) ){0,4}(?:${doneVerbs}) (?!(?:the|a|an|to|in|for|on|with|and|by|of|from|it|this|that|these|all)>)\\S+
    (?: (?!(?:the|a|an|to|in|for|on|with|and|or|by|of|from|it|so|that|which)>)\\S+)?
    (?: (?:now|still|always|never|no longer)){0,4} (?:is|are|was|were|stays?|remains?|can|could|will|would|should|must|may|might|have|has
    |had|don't|doesn't|do|does|appears?|keeps|needs?|becomes?|gets|goes|returns|shows|uses|makes|takes|lives?)>`),
);

/** A done verb inside a noun's description: "the logic we added is in f", "what I changed". */
export const relativeDone = lazy(() =>
  claimPattern(
    `<(?:what|that|which|whatever|everything|anything|where|how|why) (?:i|we)(?:'ve| have)? (?:\\S+ )?(?:${doneVerbs})>`,
  ),
);
