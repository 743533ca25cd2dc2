import type { Phrases } from "./phrases.ts";

const actions = {
  list: "listar",
  read: "leer",
  search: "buscar",
  create: "crear",
  replace: "reemplazar el texto en",
  run: "ejecutar",
  test: "ejecutar las pruebas con",
  call: "llamar a",
} as const;

export const spanishPhrases: Phrases = {
  notice:
    "Soy la guía sin conexión de Relay: un sustituto basado en reglas, no un modelo de lenguaje. Para tener uno, usa /login, define la clave de API de un proveedor (por ejemplo ANTHROPIC_API_KEY) o inicia un servidor local como Ollama.",
  help: "Puedo listar archivos, leer un archivo, buscar, crear un archivo, reemplazar texto en un archivo, ejecutar un comando entre comillas y ejecutar las pruebas del proyecto. Por ejemplo:",
  examples: [
    "lista los archivos de la carpeta src",
    "reemplaza 'texto viejo' por 'texto nuevo' en notas.txt",
    "ejecuta las pruebas",
  ],
  notUnderstood: (text) => `No entendí ${text}.`,
  quoteTheCommand: (example) => `Pon el comando entre comillas para que ejecute exactamente eso: ${example}`,
  listed: (path) => `Contenido de ${path}:`,
  emptyFolder: (path) => `No hay nada en ${path}.`,
  readFile: (path) => `${path}:`,
  emptyFile: (path) => `${path} está vacío.`,
  found: (what, path) => `Encontré ${what} en ${path}:`,
  notFound: (what, path) => `No encontré ${what} en ${path}.`,
  created: (path) => `Creé ${path}.`,
  alreadyExists: (path) => `${path} ya existe, así que no lo toqué.`,
  replaced: (path) => `Reemplacé el texto en ${path}.`,
  unchecked: "No lo verifiqué.",
  ran: (command, exitCode) => `${command} terminó con código de salida ${exitCode}.`,
  testsPassed: (command) => `Las pruebas pasaron: ${command} terminó con código de salida 0.`,
  testsFailed: (command, exitCode) =>
    `Las pruebas fallaron: ${command} terminó con código de salida ${exitCode}.`,
  called: (tool) => `${tool} respondió:`,
  noOutput: "No imprimió nada.",
  noTests:
    "No encontré cómo ejecutar pruebas aquí: no hay script de pruebas en package.json, ni Cargo.toml, go.mod o archivo de proyecto de Python, ni objetivo test en un Makefile.",
  failed: (action, what) => `No pude ${actions[action]} ${what}:`,
  missingTools: (tools) => `No puedo hacer eso aquí: necesito la herramienta ${tools}.`,
  skipped: (count) => (count === 1 ? "No hice el paso siguiente." : `No hice los ${count} pasos siguientes.`),
  moreLines: (count) => (count === 1 ? "No se muestra 1 línea más." : `No se muestran ${count} líneas más.`),
  earlierLines: (count) =>
    count === 1 ? "No se muestra 1 línea anterior." : `No se muestran ${count} líneas anteriores.`,
  nothingMore: "Lo que informé es lo que devolvieron las herramientas. No he comprobado nada más.",
  here: "esta carpeta",
};
