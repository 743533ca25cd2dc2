import type { DocumentLanguage } from "../questionnaire.ts";

/** One question of the basic questionnaire: what is asked, and why. */
interface Asked {
  text: string;
  why: string;
}

/** The texts of a questionnaire that no model has written. They keep the rules of the validator. */
export interface DraftTexts {
  title: string;
  understood: readonly string[];
  /** Marks a choice that a search found. */
  found: (words: string) => string;
  searched: string;
  groups: { what: string; values: string; reach: string; start: string; check: string };
  which: Asked;
  present: Asked;
  wanted: Asked;
  inputs: Asked;
  examples: Asked & { columns: [string, string, string] };
  rules: Asked;
  people: Asked;
  ripple: Asked;
  rippleWhere: Asked;
  past: Asked;
  pastFrom: Asked;
  deadline: Asked;
  messages: Asked;
  proof: Asked;
  /** Ends the guide's reply. */
  note: (choices: number) => string;
}

const en: DraftTexts = {
  title: "Questions about your request",
  understood: [
    "You ask for a change, or for something new.",
    "Nobody has studied it yet: these are the basic questions that every request needs.",
  ],
  found: (words) => `${words} (found by a word search)`,
  searched: "The choices come from a word search in the project. Nobody has checked them.",
  groups: {
    what: "What exactly",
    values: "Values and rules",
    reach: "People and other places",
    start: "Old records and start",
    check: "Messages and checking",
  },
  which: { text: "Which of these do you mean?", why: "The same word is used in several places." },
  present: { text: "What happens today?", why: "So that we start from the same point." },
  wanted: { text: "What should happen instead?", why: "This is what will be built." },
  inputs: {
    text: "What do people type or choose, and what of that changes?",
    why: "New values need a place to enter them.",
  },
  examples: {
    text: "Please write real cases with the result you expect. Include an unusual one.",
    why: "With real cases everybody checks the same thing.",
    columns: ["What goes in", "Result today", "Result wanted"],
  },
  rules: {
    text: "When does it not apply, and what limits are there?",
    why: "Exceptions are often forgotten, and cost the most later.",
  },
  people: {
    text: "Who uses it, who approves it, and who must not see it?",
    why: "Others may have to be asked or told.",
  },
  ripple: {
    text: "Do other screens, reports or files show or use the same thing?",
    why: "They might have to change too.",
  },
  rippleWhere: { text: "Which ones, and should they change too?", why: "So that all places tell the same." },
  past: {
    text: "Should old records change too?",
    why: "Old records can stay as they are or be worked out again.",
  },
  pastFrom: { text: "From which date on?", why: "Older records than that stay as they are." },
  deadline: {
    text: "Until when do you need it, and does it start on a certain day?",
    why: "This decides about the order of the work.",
  },
  messages: {
    text: "What should people be told, on the screen or by mail?",
    why: "You know best which words they understand.",
  },
  proof: {
    text: "How will you see that the result is right, and who says so?",
    why: "This tells everybody when the work is done.",
  },
  note: (choices) =>
    `This is a basic questionnaire: no language model has studied the request or the code. ${choices === 0 ? "A word search found no choices." : `A word search found ${choices} choices, marked as such.`} Open points: everything it asks.`,
};

const pt: DraftTexts = {
  title: "Perguntas sobre o seu pedido",
  understood: [
    "Você pede uma mudança, ou algo novo.",
    "Ninguém estudou o pedido ainda: estas são as perguntas básicas de que todo pedido precisa.",
  ],
  found: (words) => `${words} (encontrado por busca de palavras)`,
  searched: "As opções vêm de uma busca de palavras no projeto. Ninguém as conferiu.",
  groups: {
    what: "O que exatamente",
    values: "Valores e regras",
    reach: "Pessoas e outros lugares",
    start: "Registros antigos e início",
    check: "Mensagens e conferência",
  },
  which: { text: "Qual destes você quer dizer?", why: "A mesma palavra aparece em vários lugares." },
  present: { text: "O que acontece hoje?", why: "Para partirmos do mesmo ponto." },
  wanted: { text: "O que deve acontecer em vez disso?", why: "É isso que será feito." },
  inputs: {
    text: "O que as pessoas digitam ou escolhem, e o que disso muda?",
    why: "Valores novos precisam de um lugar para serem digitados.",
  },
  examples: {
    text: "Escreva casos reais com o resultado que você espera. Inclua um caso fora do comum.",
    why: "Com casos reais todos conferem a mesma coisa.",
    columns: ["O que entra", "Resultado hoje", "Resultado desejado"],
  },
  rules: {
    text: "Quando isso não vale, e que limites existem?",
    why: "Exceções são esquecidas com frequência e custam mais depois.",
  },
  people: {
    text: "Quem usa, quem aprova e quem não pode ver?",
    why: "Talvez outras pessoas precisem ser ouvidas ou avisadas.",
  },
  ripple: {
    text: "Outras telas, relatórios ou arquivos mostram ou usam a mesma coisa?",
    why: "Talvez eles também precisem mudar.",
  },
  rippleWhere: { text: "Quais, e eles devem mudar também?", why: "Para que todos os lugares digam o mesmo." },
  past: {
    text: "Os registros antigos devem mudar também?",
    why: "Registros antigos podem ficar como estão ou ser refeitos.",
  },
  pastFrom: { text: "A partir de que data?", why: "Os registros mais antigos ficam como estão." },
  deadline: {
    text: "Para quando você precisa disso, e há um dia certo para começar?",
    why: "Isso decide a ordem do trabalho.",
  },
  messages: {
    text: "O que as pessoas devem ler na tela ou por e-mail?",
    why: "Você sabe melhor que palavras elas entendem.",
  },
  proof: {
    text: "Como você verá que o resultado está certo, e quem confirma?",
    why: "Assim todos sabem quando o trabalho está pronto.",
  },
  note: (choices) =>
    `Este é um questionário básico: nenhum modelo de linguagem estudou o pedido nem o código. ${choices === 0 ? "A busca de palavras não encontrou opções." : `A busca de palavras encontrou ${choices} opções, marcadas como tal.`} Pontos em aberto: tudo o que ele pergunta.`,
};

const es: DraftTexts = {
  title: "Preguntas sobre su pedido",
  understood: [
    "Usted pide un cambio, o algo nuevo.",
    "Nadie lo ha estudiado todavía: estas son las preguntas básicas que necesita todo pedido.",
  ],
  found: (words) => `${words} (encontrado por búsqueda de palabras)`,
  searched: "Las opciones vienen de una búsqueda de palabras en el proyecto. Nadie las ha revisado.",
  groups: {
    what: "Qué exactamente",
    values: "Valores y reglas",
    reach: "Personas y otros lugares",
    start: "Registros anteriores e inicio",
    check: "Mensajes y revisión",
  },
  which: { text: "¿A cuál de estos se refiere?", why: "La misma palabra aparece en varios lugares." },
  present: { text: "¿Qué pasa hoy?", why: "Para partir del mismo punto." },
  wanted: { text: "¿Qué debe pasar en su lugar?", why: "Esto es lo que se hará." },
  inputs: {
    text: "¿Qué escriben o eligen las personas, y qué cambia de eso?",
    why: "Los valores nuevos necesitan un lugar donde escribirse.",
  },
  examples: {
    text: "Escriba casos reales con el resultado que espera. Incluya uno poco común.",
    why: "Con casos reales todos revisan lo mismo.",
    columns: ["Lo que entra", "Resultado hoy", "Resultado deseado"],
  },
  rules: {
    text: "¿Cuándo no vale, y qué límites hay?",
    why: "Las excepciones se olvidan a menudo y después cuestan más.",
  },
  people: {
    text: "¿Quién lo usa, quién lo aprueba y quién no debe verlo?",
    why: "Quizá haya que preguntar o avisar a otras personas.",
  },
  ripple: {
    text: "¿Otras pantallas, informes o archivos muestran o usan lo mismo?",
    why: "Quizá también tengan que cambiar.",
  },
  rippleWhere: {
    text: "¿Cuáles, y deben cambiar también?",
    why: "Para que todos los lugares digan lo mismo.",
  },
  past: {
    text: "¿Deben cambiar también los registros anteriores?",
    why: "Pueden quedarse como están o rehacerse.",
  },
  pastFrom: { text: "¿Desde qué fecha?", why: "Los registros anteriores a ella se quedan como están." },
  deadline: {
    text: "¿Para cuándo lo necesita, y empieza en un día fijo?",
    why: "Esto decide el orden del trabajo.",
  },
  messages: {
    text: "¿Qué deben leer las personas en la pantalla o por correo?",
    why: "Usted sabe mejor qué palabras entienden.",
  },
  proof: {
    text: "¿Cómo verá que el resultado es correcto, y quién lo confirma?",
    why: "Así todos saben cuándo está terminado el trabajo.",
  },
  note: (choices) =>
    `Este es un cuestionario básico: ningún modelo de lenguaje ha estudiado el pedido ni el código. ${choices === 0 ? "La búsqueda de palabras no encontró opciones." : `La búsqueda de palabras encontró ${choices} opciones, marcadas como tales.`} Puntos abiertos: todo lo que pregunta.`,
};

const texts: Readonly<Record<DocumentLanguage, DraftTexts>> = { en, pt, es };

export function draftTexts(language: DocumentLanguage): DraftTexts {
  return texts[language];
}
