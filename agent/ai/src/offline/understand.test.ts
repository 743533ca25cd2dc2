import assert from "node:assert/strict";
import fc from "fast-check";
import type { Intent, LanguageId } from "./intent.ts";
import { understand } from "./understand.ts";

const here = ".";
const list = (path: string): Intent => ({ kind: "list", path });
const read = (path: string): Intent => ({ kind: "read", path });
const search = (text: string, path = here): Intent => ({ kind: "search", text, path });
const find = (pattern: string, path = here): Intent => ({ kind: "findFiles", pattern, path });
const create = (path: string, content = ""): Intent => ({ kind: "create", path, content });
const replace = (path: string, oldText: string, newText: string): Intent => ({
  kind: "replace",
  path,
  oldText,
  newText,
});
const run = (command: string): Intent => ({ kind: "run", command });
const test: Intent = { kind: "test" };
const help: Intent = { kind: "help" };

type Row = readonly [text: string, ...intents: Intent[]];

const english: readonly Row[] = [
  ["list the files here", list(here)],
  ["List all the files in src", list("src")],
  ["what files are in this folder?", list(here)],
  ["ls", list(here)],
  ["show me the contents of docs/", list("docs/")],
  ["please show me what's in the src folder", list("src")],
  ['Could you list everything in "my dir" please?', list("my dir")],
  ["show the directory structure", list(here)],
  ["read package.json", read("package.json")],
  ["Can you show me the README?", read("README.md")],
  ["what does src/index.ts say?", read("src/index.ts")],
  ["open 'notes with spaces.txt'", read("notes with spaces.txt")],
  ["print out the contents of a.txt", read("a.txt")],
  ["read lines 10 to 20 of src/a.ts", { kind: "read", path: "src/a.ts", lines: { first: 10, last: 20 } }],
  ["show the first 5 lines of README.md", { kind: "read", path: "README.md", lines: { first: 1, last: 5 } }],
  ["search for 'TODO' in src", search("TODO", "src")],
  ["search the project for TODO", search("TODO")],
  ["look for hello world in docs", search("hello world", "docs")],
  ["find the word parseArgs in src/cli", search("parseArgs", "src/cli")],
  ['where is "createServer" used?', search("createServer")],
  ["which files contain 'foo bar'?", search("foo bar")],
  ["is there any 'foo' in the code?", search("foo")],
  ["grep 'foo' src", search("foo", "src")],
  ["search for cats and dogs", search("cats and dogs")],
  ["find all *.ts files", find("*.ts")],
  ["find files named '*.test.ts' in agent", find("*.test.ts", "agent")],
  ["find package.json", find("package.json")],
  ["create a file notes.txt with the content 'hello world'", create("notes.txt", "hello world")],
  ["create hello.py containing \"print('hi')\"", create("hello.py", "print('hi')")],
  ["make an empty file called todo.md", create("todo.md")],
  ["write 'abc' to out/a.txt", create("out/a.txt", "abc")],
  ["create a file called hello.txt and write 'Hello' in it", create("hello.txt", "Hello")],
  [
    "create notes.md with this content:\n```\n# One\nand then two\n```",
    create("notes.md", "# One\nand then two"),
  ],
  ["replace 'foo' with 'bar' in src/a.ts", replace("src/a.ts", "foo", "bar")],
  ['In config.json, change "8080" to "9090".', replace("config.json", "8080", "9090")],
  ["replace foo with bar in a.txt", replace("a.txt", "foo", "bar")],
  ["edit README.md and replace 'old' with ''", replace("README.md", "old", "")],
  ["change the text 'x' in a.txt to 'y'", replace("a.txt", "x", "y")],
  ["replace all 'x' with 'y' in a.txt", replace("a.txt", "x", "y")],
  ["run `npm run build`", run("npm run build")],
  ['please run this command: "git status"', run("git status")],
  ["run 'echo it's; ls and then pwd'", run("echo it's; ls and then pwd")],
  ['run "grep \\"x\\" f"', run('grep "x" f')],
  ["run the tests", test],
  ["can you run the project's test suite?", test],
  ["do the tests pass?", test],
  ["Run the tests and tell me the result.", test],
  ["list the files and run the tests", list(here), test],
  ["create a.txt with 'x' and then read it", create("a.txt", "x"), read("a.txt")],
  [
    "read a.txt, then replace 'a' with 'b' in it; then run `cat a.txt`",
    read("a.txt"),
    replace("a.txt", "a", "b"),
    run("cat a.txt"),
  ],
  ["1. list the files\n2. run 'pwd'", list(here), run("pwd")],
  ["Hello!", help],
  ["what can you do?", help],
  ["run npm run build", { kind: "unquotedCommand", text: "npm run build" }],
];

const portuguese: readonly Row[] = [
  ["liste os arquivos", list(here)],
  ["Liste os arquivos da pasta src, por favor", list("src")],
  ["quais arquivos existem aqui?", list(here)],
  ["que arquivos tem aqui", list(here)],
  ["o que há na pasta docs?", list("docs")],
  ["me mostre os ficheiros", list(here)],
  ["leia o arquivo package.json", read("package.json")],
  ["mostre o conteúdo de src/index.ts", read("src/index.ts")],
  ["você pode abrir o README?", read("README.md")],
  ["leia as linhas 3 a 8 de a.txt", { kind: "read", path: "a.txt", lines: { first: 3, last: 8 } }],
  ["procure por 'TODO' em src", search("TODO", "src")],
  ["busque a palavra função no projeto", search("função")],
  ["onde é usado o “foo”?", search("foo")],
  ["quais arquivos contêm «erro»?", search("erro")],
  ["encontre arquivos *.ts", find("*.ts")],
  ["crie um arquivo notas.txt com o conteúdo 'olá mundo'", create("notas.txt", "olá mundo")],
  ['escreva "oi" em a.txt', create("a.txt", "oi")],
  ["cria um ficheiro vazio chamado b.md", create("b.md")],
  ["substitua 'foo' por 'bar' em src/a.ts", replace("src/a.ts", "foo", "bar")],
  ["no arquivo x.txt, mude 'a' para 'b'", replace("x.txt", "a", "b")],
  ["rode o comando `npm run build`", run("npm run build")],
  ["rode os testes do projeto", test],
  ["os testes estão passando?", test],
  ["crie a.txt com 'x' e depois leia-o", create("a.txt", "x"), read("a.txt")],
  ['substitua "a" por "b" em x.txt e rode os testes', replace("x.txt", "a", "b"), test],
  ["o que você pode fazer?", help],
  ["rode npm install", { kind: "unquotedCommand", text: "npm install" }],
];

const spanish: readonly Row[] = [
  ["lista los archivos", list(here)],
  ["muestra los archivos de la carpeta src", list("src")],
  ["¿Qué archivos hay aquí?", list(here)],
  ["¿Qué hay en la carpeta docs?", list("docs")],
  ["lee el archivo package.json", read("package.json")],
  ["muéstrame el contenido de src/index.ts", read("src/index.ts")],
  ["¿puedes abrir el README?", read("README.md")],
  ["muestra las primeras 10 líneas de a.txt", { kind: "read", path: "a.txt", lines: { first: 1, last: 10 } }],
  ["busca 'TODO' en src", search("TODO", "src")],
  ["busca la palabra función en el proyecto", search("función")],
  ['¿dónde se usa "main"?', search("main")],
  ["¿qué archivos contienen «error»?", search("error")],
  ["encuentra archivos *.ts", find("*.ts")],
  ["crea un archivo notas.txt con el contenido 'hola mundo'", create("notas.txt", "hola mundo")],
  ['escribe "hola" en a.txt', create("a.txt", "hola")],
  ["haz un archivo nuevo llamado x.txt", create("x.txt")],
  ["reemplaza 'foo' por 'bar' en src/a.ts", replace("src/a.ts", "foo", "bar")],
  ["en el archivo x.txt, sustituye «a» por «b»", replace("x.txt", "a", "b")],
  ["ejecuta el comando `npm run build`", run("npm run build")],
  ["ejecuta las pruebas", test],
  ["¿están pasando las pruebas?", test],
  ["crea a.txt con 'x' y luego léelo", create("a.txt", "x"), read("a.txt")],
  ["lista los archivos y ejecuta los tests del proyecto", list(here), test],
  ["¿qué puedes hacer?", help],
  ["ejecuta npm install", { kind: "unquotedCommand", text: "npm install" }],
];

/** Nothing here may lead to a tool call. */
const notRequests = [
  "don't run the tests",
  "please never run `rm -rf x`",
  "explain how the tests run",
  "what happens if I run `rm -rf x`?",
  "what does `ls` print?",
  "fix the bug in a.ts",
  "write a poem about the sea",
  "make the button blue",
  "open the door",
  "add tests for src/a.ts",
  "replace the database with postgres",
  "delete a.txt",
  "create a react app",
  "execute the plan",
  "não rode os testes",
  "explique o código",
  "faça um resumo de a.txt",
  "no ejecutes las pruebas",
  "explica el código",
  "haz un resumen de a.txt",
  "何ができますか",
  "x ".repeat(5000),
  "list the files and ".repeat(50),
  "“".repeat(100_000),
  `run "${"x".repeat(40_000)}"`,
];

describe("understand", () => {
  const tables: [LanguageId, readonly Row[]][] = [
    ["english", english],
    ["portuguese", portuguese],
    ["spanish", spanish],
  ];
  for (const [language, rows] of tables) {
    for (const [text, ...intents] of rows) {
      it(`reads ${language}: ${JSON.stringify(text)}`, () => {
        assert.deepEqual(understand(text), { language, intents });
      });
    }
  }

  for (const text of notRequests) {
    it(`leaves alone what is no simple request: ${text.slice(0, 40)}`, () => {
      assert.deepEqual(
        understand(text).intents.map(({ kind }) => kind),
        ["unknown"],
      );
    });
  }

  const wrappings: Record<LanguageId, [before: string[], after: string[]]> = {
    english: [
      ["Please ", "hey, could you ", "OK, now ", "I'd like you to ", "Can you please ", "first, "],
      ["", " please", ", thanks!", " for me?", " now."],
    ],
    portuguese: [
      ["Por favor, ", "oi, você pode ", "agora ", "quero que você "],
      ["", " por favor", ", obrigado!", " para mim?", " agora."],
    ],
    spanish: [
      ["Por favor, ", "hola, ¿puedes ", "ahora ", "quiero que "],
      ["", " por favor", ", ¡gracias!", " ahora."],
    ],
  };
  for (const [language, rows] of tables) {
    it(`reads ${language} the same with politeness around it`, () => {
      const [before, after] = wrappings[language];
      const imperatives = rows.filter(
        ([text, ...intents]) => /^\p{Ll}/u.test(text) && /[^?!.]$/.test(text) && intents.length === 1,
      );
      assert.ok(imperatives.length >= 10);
      for (const [text, ...intents] of imperatives) {
        if (intents[0] === help || intents[0]?.kind === "unquotedCommand") continue;
        // Unquoted words that end a message are taken as they come.
        if (intents[0]?.kind === "search" && !/['"`»]/.test(text)) continue;
        for (const lead of before) {
          for (const tail of after)
            assert.deepEqual(understand(lead + text + tail).intents, intents, lead + text + tail);
        }
      }
    });
  }

  it("answers in the language of what it did not understand", () => {
    assert.equal(understand("explique o código para mim").language, "portuguese");
    assert.equal(understand("explica el código de este archivo").language, "spanish");
    assert.equal(understand("explain this code to me").language, "english");
  });

  it("takes quoted texts as they are, whatever they say", () => {
    const contents = fc
      .string({ unit: "grapheme" })
      .filter((text) => !/[`\n]/.test(text) && text.trim() === text && text !== "");
    fc.assert(
      fc.property(contents, (text) => {
        assert.deepEqual(understand(`run \`${text}\` and then list the files`).intents, [
          run(text),
          list(here),
        ]);
      }),
    );
  });

  it("models.md 80: a word that names a member of every object is no file", () => {
    for (const word of ["constructor", "__proto__", "toString"]) {
      const text = `read ${word}`;
      assert.deepEqual(understand(text).intents, [{ kind: "unknown", text }]);
    }
  });

  it("finds no intent in an empty message", () => {
    assert.deepEqual(understand(" \n"), { language: "english", intents: [] });
  });
});
