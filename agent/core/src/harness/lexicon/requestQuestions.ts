import { Opener } from "./opener.ts";

/** "Can you ...", "você pode ...", "puedes ...": matches up to the verb that is asked for. */
export const requestQuestion = new Opener(
  `can|could|would|will|voce|voces|me|pode|podem|poderia|poderiam|consegue|consegues|conseguiria|dá|da|dava|tu|usted|puedes|podrias|puede|podria|pueden`,
  `^(?:
    (?:can|could|would|will) you(?:,? (?:please|also|just|then|kindly|maybe|mind|quickly|perhaps|possibly),?)*
    | (?:(?:voce|voces) )?(?:me )?(?:pode|podem|poderia|poderiam|consegue|consegues|conseguiria)(?: (?:por favor|me|tambem|só|ja))*
    | (?:dá|da|dava) (?:pra|para) (?:voce|tu)(?: me)?
    | (?:(?:tu|usted) )?(?:me )?(?:puedes|podrias|puede|podria|pueden)(?: (?:por favor|tambien|solo|ya))*
    | me ayudas a
    ) (?=\\S)`,
);
