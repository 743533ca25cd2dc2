import type { Phrases } from "./phrases.ts";

const actions = {
  list: "listar",
  read: "ler",
  search: "procurar",
  create: "criar",
  replace: "substituir o texto em",
  run: "executar",
  test: "executar os testes com",
  call: "chamar",
} as const;

const here = "esta pasta";

/** Portuguese joins these prepositions with the article of the folder it means. */
function contracted(preposition: "de" | "em", path: string): string {
  if (path !== here) return `${preposition} ${path}`;
  return preposition === "de" ? "desta pasta" : "nesta pasta";
}

export const portuguesePhrases: Phrases = {
  notice:
    "Sou o guia offline do Relay: um substituto baseado em regras, não um modelo de linguagem. Para ter um, use /login, defina a chave de API de um provedor (por exemplo ANTHROPIC_API_KEY) ou inicie um servidor local como o Ollama.",
  help: "Posso listar arquivos, ler um arquivo, procurar, criar um arquivo, substituir texto em um arquivo, executar um comando entre aspas e executar os testes do projeto. Por exemplo:",
  examples: [
    "liste os arquivos da pasta src",
    "substitua 'texto antigo' por 'texto novo' em notas.txt",
    "rode os testes",
  ],
  notUnderstood: (text) => `Não entendi ${text}.`,
  quoteTheCommand: (example) =>
    `Coloque o comando entre aspas para que eu execute exatamente isso: ${example}`,
  listed: (path) => `Conteúdo ${contracted("de", path)}:`,
  emptyFolder: (path) => `Não há nada ${contracted("em", path)}.`,
  readFile: (path) => `${path}:`,
  emptyFile: (path) => `${path} está vazio.`,
  found: (what, path) => `Encontrei ${what} ${contracted("em", path)}:`,
  notFound: (what, path) => `Não encontrei ${what} ${contracted("em", path)}.`,
  created: (path) => `Criei ${path}.`,
  alreadyExists: (path) => `${path} já existe, por isso não mexi nele.`,
  replaced: (path) => `Substituí o texto em ${path}.`,
  unchecked: "Não verifiquei.",
  ran: (command, exitCode) => `${command} terminou com código de saída ${exitCode}.`,
  testsPassed: (command) => `Os testes passaram: ${command} terminou com código de saída 0.`,
  testsFailed: (command, exitCode) =>
    `Os testes falharam: ${command} terminou com código de saída ${exitCode}.`,
  called: (tool) => `${tool} respondeu:`,
  noOutput: "Não imprimiu nada.",
  noTests:
    "Não encontrei como executar testes aqui: não há script de teste em package.json, nem Cargo.toml, go.mod ou arquivo de projeto Python, nem alvo test em um Makefile.",
  failed: (action, what) => `Não consegui ${actions[action]} ${what}:`,
  missingTools: (tools) => `Não posso fazer isso aqui: preciso da ferramenta ${tools}.`,
  skipped: (count) => (count === 1 ? "Não fiz o passo seguinte." : `Não fiz os ${count} passos seguintes.`),
  moreLines: (count) =>
    count === 1 ? "Mais 1 linha não é mostrada." : `Mais ${count} linhas não são mostradas.`,
  earlierLines: (count) =>
    count === 1 ? "1 linha anterior não é mostrada." : `${count} linhas anteriores não são mostradas.`,
  nothingMore: "O que relatei é o que as ferramentas devolveram. Não verifiquei nada além disso.",
  here,
};
