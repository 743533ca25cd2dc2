import { fold } from "../text/fold.ts";
import { lazy } from "../text/lazy.ts";
import { wordList } from "../text/words.ts";

/** `*` marks an assent that needs no other. */
const assent = `
  yes* y* yep* yeah* yup* sure ok okay k approved* approve* confirm* confirmed* proceed* go_ahead* do_it*
  please_do* go_for_it* run_it* absolutely* definitely* of_course*
  sim* s* pode* vai manda* manda_ver* pode_ser* pode_ir* beleza blz claro confirmo* confirmado* autorizo*
  autorizado* aprovado* prossiga* com_certeza* isso
  sí* si* dale* adelante* hazlo* de_acuerdo* vale procede* aprobado* por_supuesto*`;

const thanks = "please thanks thank_you por_favor obrigado obrigada valeu gracias";

export type Assent = "strong" | "weak" | "polite";

export const assentWords: () => ReadonlyMap<string, Assent> = lazy(() => {
  const words = new Map<string, Assent>();
  for (const entry of wordList(thanks)) words.set(fold(entry), "polite");
  for (const entry of wordList(assent)) {
    words.set(fold(entry.replace("*", "")), entry.endsWith("*") ? "strong" : "weak");
  }
  return words;
});
