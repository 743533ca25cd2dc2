import type { DocumentLanguage } from "../questionnaire.ts";

/** Words that a document is made of. */
export interface Labels {
  /** Of the document's text, as Word names languages. */
  locale: string;
  onlyIf: (answer: string, number: number) => string;
  other: string;
  unknown: string;
  yes: string;
  no: string;
  why: string;
  today: string;
  glossary: string;
  request: string;
  understood: string;
  system: string;
  howTo: string;
  instructions: readonly [string, string, string, string];
  anythingElse: string;
  answerBox: string;
  /** Before the number of the page, and between it and how many there are. */
  page: readonly [string, string];
}

const labels: Readonly<Record<DocumentLanguage, Labels>> = {
  en: {
    locale: "en-US",
    onlyIf: (answer, number) => `Answer only if you answered "${answer}" in question ${number}.`,
    other: "Other",
    unknown: "I don't know",
    yes: "Yes",
    no: "No",
    why: "Why we ask",
    today: "Today",
    glossary: "Glossary",
    request: "Request as received",
    understood: "What we understood",
    system: "What the system does today",
    howTo: "How to answer",
    instructions: [
      "Read the first pages and correct whatever is wrong, right there in the text.",
      "To choose an answer, click its box or put an X in it.",
      "Write as much as you like in the empty boxes; they grow with your text.",
      'If you do not know an answer, choose "I don\'t know" or leave it empty, and send the document back.',
    ],
    anythingElse: "Anything else?",
    answerBox: "Your answer",
    page: ["Page ", " of "],
  },
  pt: {
    locale: "pt-BR",
    onlyIf: (answer, number) => `Responda somente se você respondeu "${answer}" na pergunta ${number}.`,
    other: "Outro",
    unknown: "Não sei",
    yes: "Sim",
    no: "Não",
    why: "Por que perguntamos",
    today: "Hoje",
    glossary: "Glossário",
    request: "Pedido recebido",
    understood: "O que entendemos",
    system: "O que o sistema faz hoje",
    howTo: "Como responder",
    instructions: [
      "Leia as primeiras páginas e corrija o que estiver errado, ali mesmo no texto.",
      "Para escolher uma resposta, clique no quadradinho dela ou escreva um X nele.",
      "Escreva o quanto quiser nas caixas vazias; elas crescem com o seu texto.",
      'Se não souber uma resposta, marque "Não sei" ou deixe em branco, e devolva o documento.',
    ],
    anythingElse: "Mais alguma coisa?",
    answerBox: "Sua resposta",
    page: ["Página ", " de "],
  },
  es: {
    locale: "es-ES",
    onlyIf: (answer, number) => `Responda solo si respondió "${answer}" en la pregunta ${number}.`,
    other: "Otro",
    unknown: "No sé",
    yes: "Sí",
    no: "No",
    why: "Por qué preguntamos",
    today: "Hoy",
    glossary: "Glosario",
    request: "Pedido recibido",
    understood: "Lo que entendimos",
    system: "Lo que el sistema hace hoy",
    howTo: "Cómo responder",
    instructions: [
      "Lea las primeras páginas y corrija lo que esté mal, allí mismo en el texto.",
      "Para elegir una respuesta, haga clic en su casilla o escriba una X en ella.",
      "Escriba cuanto quiera en los cuadros vacíos; crecen con su texto.",
      'Si no sabe una respuesta, marque "No sé" o déjela vacía, y devuelva el documento.',
    ],
    anythingElse: "¿Algo más?",
    answerBox: "Su respuesta",
    page: ["Página ", " de "],
  },
};

export function labelsOf(language: DocumentLanguage): Labels {
  return labels[language];
}
