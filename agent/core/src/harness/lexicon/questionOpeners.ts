import { Opener } from "./opener.ts";

/** How sentences begin that ask, whether or not they end with a question mark. All match folded text. */

const auxiliary =
  "(?:is|are|was|were|do|does|did|can|could|should|would|will|has|have|isn't|aren't|wasn't|weren't|don't|doesn't|didn't|can't|couldn't|shouldn't|wouldn't|won't|hasn't|haven't)";
const auxiliaryButDoHave =
  "(?:is|are|was|were|does|did|can|could|should|would|will|has|isn't|aren't|wasn't|weren't|doesn't|didn't|can't|couldn't|shouldn't|wouldn't|won't|hasn't)";

export const whOpener = new Opener(
  `why|what|how|when|where|which|who|whose|what's|where's|who's|how's|any`,
  `^(?:
    why(?! (?:not|don't)>)
    | (?:what|how|when|where|which|who|whose) ${auxiliary}
    | (?:what|which|whose) (?!i>|you>|we>|he>|she>|it>|they>|this>|that>)\\S+ ${auxiliary}
    | (?:who|what) (?!matters|counts|follows|works|cares|knows)\\p{L}+(?:s|ed)(?! is>) | which \\p{L}+ \\p{L}+ | (?:how|what|where|when) to
    | what's | where's | who's | how's
    | how (?:come|much|many|long|often|hard|far|fast|big|easy|difficult)
    | what (?:if|about|do you think)
    | any (?:ideas?|thoughts?|reasons?|chance|way|suggestions?|opinions?)
  )>`,
);

export const yesNoOpener = new Opener(
  `is|are|was|were|do|does|did|can|could|should|would|will|has|have|isn't|aren't|wasn't|weren't|don't|doesn't|didn't|can't|couldn't|shouldn't|wouldn't|won't|hasn't|haven't`,
  `^(?:
    ${auxiliaryButDoHave} (?:i|we|you|he|she|they|it|this|that|these|those|there|the|my|our|any)
    | (?:do|don't|have|haven't) (?:i|we|you|they)
  )>`,
);

export const romanceOpener = new Opener(
  `por|o|quais|qual|quem|quant[oa]s?|sera|a|de|para|en|con|que|cual|cuales|cómo|cuándo|dónde|quien|quienes|cuant[oa]s?|como|onde|donde|tem|dá|da|dava|faz|existe|existem|é|vale|alguma|alguna|algum|faria|hay|se|tiene|es|tendria`,
  `^(?:
    por que | o que(?! (?:eu )?(?:quero|preciso|queria|falta)>) | quais | qual | quem | quant[oa]s?
    | sera que
    | (?:(?:a|de|para|en|con) )?que (?:es|son|pasa|hace|significa|diferencia|opinas|piensas|tal|falta|hay|acha|achas)
    | cual(?:es)? | cómo | cuándo | dónde | quien(?:es)? | cuant[oa]s?
    | (?:como|onde|donde) (?:eu|a gente|voce|faco|faz|fazer|funciona|posso|podemos|se|que|é|esta|fica|ficam|puedo|hago|hacer
      | uso | rodo | estao | podria | puede)
    | tem (?:como|jeito|alguma?) | (?:dá|da|dava) (?:pra|para) | faz sentido | existe(?:m)? (?:alguma?|alguna|algun)
    | é possivel | vale a pena | alguma ideia | algum motivo | faria sentido
    | hay (?:alguna|algun|forma|manera|cómo|como|modo) | se puede | tiene sentido | es posible | vale la pena | alguna idea
    | tendria sentido
  )>`,
);

export const wondering = new Opener(
  `i|i'm|just|wondering|not|no|don't|do|curious|eu|nao|queria|yo|am`,
  `^(?:
    (?:(?:i wonder | (?:i(?:'m| am) |i was |just )?wondering | (?:i'm |i am )?not sure | (?:i have )?no idea
      | (?:i )?(?:don't|do not) (?:get|understand|know) | (?:i'm |i am )?curious)>,?
      (?: (?:about|as to))? (?:why|how|what|whether|if|where|which|when|who))
    | (?:eu )?(?:nao sei | nao entendi | nao entendo | queria entender) (?:por que|porque|como|o que|se|onde|qual|quando)
    | (?:yo )?(?:no sé | no se | no entiendo | no entendi | no entendí)[ ]
      (?:por que | porque | cómo | como | que | si | dónde | donde | cual)
  )>`,
);

export const informationDesire = new Opener(
  `i|we|i'd|we'd|eu|a|só|quero|queria|preciso|gostaria|precisamos|queremos|yo|solo|quiero|necesito|me|necesitamos`,
  `^(?:
    (?:i|we)(?: just| only| also)? (?:want|need|would like|'d like|wanted) to (?:know|understand|see|ask|learn|check)
    | (?:i'd|we'd) (?:just )?(?:like|love) to (?:know|understand|see|ask|learn|check|hear)
    | (?:eu |a gente |só )*(?:quero|queria|preciso|gostaria(?: de)?|precisamos|queremos) (?:saber|entender|ver|perguntar)
    | (?:yo |solo )*(?:quiero|necesito|me gustaria|queremos|necesitamos|queria) (?:saber|entender|ver|preguntar)
  )>`,
);

export const desire = new Opener(
  `i|we|i'd|we'd|eu|quero|preciso|gostaria|precisamos|queremos|yo|quiero|necesito|me|necesitamos`,
  `^(?:
    (?:i|we)(?: just| only| also| really)? (?:want|need|would like) | (?:i'd|we'd) like
    | (?:eu )?(?:quero|preciso|gostaria|precisamos|queremos)
    | (?:yo )?(?:quiero|necesito|me gustaria|queremos|necesitamos)
  )>`,
);
