import { lazy } from "../text/lazy.ts";
import { wordList } from "../text/words.ts";

/** Verbs that mean the same kind of work; every other verb is a group of its own. Lemmas are folded. */
const groups: Readonly<Record<string, string>> = {
  change: `change modify edit alter touch update adjust tweak refactor rewrite correct
    alterar mudar modificar editar mexer tocar atualizar ajustar trocar refatorar reescrever corrigir
    cambiar actualizar refactorizar reescribir corregir`,
  add: `add create introduce include insert write install generate implement provide
    adicionar acrescentar criar incluir introduzir inserir escrever instalar gerar implementar colocar por fornecer
    agregar anadir crear introducir insertar escribir generar poner meter proporcionar`,
  remove: `remove delete drop erase clear purge wipe clean strip
    remover apagar excluir deletar tirar limpar eliminar
    borrar quitar limpiar suprimir`,
  use: `use adopt apply prefer call import rely depend
    usar utilizar adotar aplicar preferir chamar importar
    adoptar llamar`,
  run: "run execute start trigger rodar executar iniciar ejecutar correr lanzar",
  push: "push pushar pushear subir enviar",
  deploy: "deploy ship release publish implantar publicar lancar desplegar",
  commit: "commit commitar comitar commitear",
  analyze: "analyze analyse analisar analizar",
  review: "review revisar",
  read: "read ler leer",
  allow: "allow permit permitir",
  suggest: "suggest sugerir",
  investigate: "investigate investigar",
  configure: "configure configurar",
  mark: "mark marcar",
  redo: "redo refazer rehacer",
  test: "test testar probar",
  merge: "merge mesclar mergear fusionar",
};

const groupOfVerb = lazy(() => {
  const table = new Map<string, string>();
  for (const [group, verbs] of Object.entries(groups)) {
    for (const verb of wordList(verbs)) table.set(verb, group);
  }
  return table;
});

export function verbGroup(lemma: string): string {
  return groupOfVerb().get(lemma) ?? lemma;
}

const equalNouns: readonly string[] = [
  "test teste prueba",
  "dependency dependencia dep lib",
  "file arquivo archivo",
  "folder directory pasta diretorio carpeta directorio",
  "database banco base db",
  "migration migracao migracion",
  "schema esquema",
  "branch ramo rama",
  "type tipo",
  "function funcao funcion",
  "comment comentario",
  "layout diseno",
  "screen tela pantalla",
  "name nome nombre",
];

/** A noun's representative, for nouns that mean the same in the three languages. */
export const nounClass = lazy(() => {
  const table = new Map<string, string>();
  for (const nouns of equalNouns) {
    const words = wordList(nouns);
    for (const noun of words) table.set(noun, words[0] ?? noun);
  }
  return table;
});
