import { fold } from "../text/fold.ts";
import { lazy } from "../text/lazy.ts";
import { wordList } from "../text/words.ts";

/**
 * What a clause may say to allow the operations of a group. Words are written with blanks between them,
 * `_` stands for a blank inside an entry.
 */
interface GroupWords {
  /** Verbs that need no object: "push it". */
  strong?: string;
  /** As a noun after a verb of little meaning of its own: "faz o push". */
  asNoun?: { verbs: string; nouns: string; strength: VerbStrength };
  /** Verbs that need a word which says of what. */
  weak?: string;
  nouns: string;
}

export type VerbStrength = "strong" | "weak";

export interface AuthorizationGroup {
  /** By folded phrase. */
  verbs: ReadonlyMap<string, VerbStrength>;
  nouns: ReadonlySet<string>;
}

/** Kinds of things that are deleted: they say nothing about which one. */
export const typeNouns = `
  folder folders directory directories dir dirs file files branch branches table tables database databases db
  tag tags pod pods deployment deployments bucket buckets image images volume volumes package packages
  release releases repo repos local remote
  pasta pastas diretório diretórios arquivo arquivos ramo ramos tabela tabelas banco
  carpeta carpetas directorio directorios archivo archivos rama ramas tabla tablas base datos`;

const lightVerbs = "dê dá de da dar faça faz fazer mande manda haz hacer haga";
const runVerbs = "run do execute roda rode rodar executa ejecuta ejecutar corre";

const registry = `
  package pacote paquete npm pypi crates registry new latest nova novo nueva nuevo version release versão versión lib library crate gem`;

const words: Readonly<Record<string, GroupWords>> = {
  push: {
    strong: "push force-push force_push git_push pushe pusha pushar pushea pushear pushee",
    asNoun: {
      verbs: `${lightVerbs} ${runVerbs}`,
      nouns: "push force_push git_push force-push",
      strength: "strong",
    },
    weak: "upload suba sobe subir sube envia envie enviar mande manda",
    nouns: `
      branch branches commit commits change changes code work fix fixes feature tag tags remote repo repos
      repository github gitlab bitbucket upstream latest new
      ramo ramos alteração alterações mudança mudanças código remoto repositório
      rama ramas cambio cambios repositorio`,
  },
  delete: {
    strong: `
      delete remove erase wipe drop purge prune clean_up clear nuke get_rid_of rm trash destroy uninstall
      tear_down wipe_out blow_away
      apague apaga apagar deleta deletar remova remove remover exclua exclui excluir limpe limpa limpar
      elimine elimina eliminar destrua destrói destruir desinstale desinstalar
      borra borrar borre quita quitar quite remueve remueva limpia limpiar limpie destruye destruya tira
      desinstala`,
    nouns: typeNouns,
  },
  drop: {
    strong: `
      drop delete truncate empty wipe clear remove reset
      dropa dropar apague apaga apagar deleta deletar exclua exclui excluir trunque trunca esvazie esvazia
      esvaziar limpe limpa limpar zere zera zerar remova remover resete reseta resetar
      borra borrar borre elimina eliminar elimine vacía vaciar vacíe truncar dropea dropear limpia limpiar
      resetea resetear`,
    nouns: typeNouns,
  },
  publish: {
    strong: "publish publique publica publicar",
    weak: "release ship lance lança lançar lanza lanzar libera liberar libere",
    nouns: registry,
  },
  unpublish: {
    strong: "unpublish yank retract deprecate despublique despublica despublicar retira retirar",
    nouns: `${registry} ${typeNouns}`,
  },
  deploy: {
    strong: `
      deploy redeploy re-deploy roll_out deploya deployar deployea deployear implante implanta implantar
      despliega desplegar despliegue`,
    asNoun: { verbs: `${lightVerbs} ${runVerbs}`, nouns: "deploy redeploy", strength: "strong" },
    weak: "ship release promote suba sobe subir sube publique publica publicar",
    nouns: `
      app application site service build version versão changes deploy api new latest prod production staging
      stage preview nova novo nueva nuevo produção producción homologação aplicação aplicación serviço
      servicio`,
  },
  apply: {
    asNoun: { verbs: "faça faz fazer haz hacer", nouns: "deploy apply rollback", strength: "weak" },
    weak: `
      apply deploy roll_out provision install upgrade update scale restart patch create rollback roll_back
      aplique aplica aplicar provisione instale atualize atualiza escale reinicie reinicia crie cria
      provisiona instala actualiza escala crea despliega`,
    nouns: `
      manifest manifests chart charts k8s kubernetes cluster helm terraform tofu pulumi infra infrastructure
      stack playbook pod pods plan plano`,
  },
  pr: {
    weak: `
      open create submit raise make file send
      abra abre abrir crie cria criar mande manda mandar submeta envie enviar
      crea crear cree envía`,
    nouns: `
      pr prs pull_request pull_requests mr mrs merge_request merge draft branch feature fix changes new novo
      nuevo alterações mudanças cambios`,
  },
  merge: {
    strong: "merge mergeie mergeia mergear mergea mergee",
    asNoun: { verbs: "faça faz fazer dê dá dar haz hacer haga", nouns: "merge", strength: "strong" },
    weak: "mescle mescla mesclar fusiona fusionar fusione",
    nouns: "pr prs pull_request mr merge_request merge branch ramo rama",
  },
  release: {
    weak: `
      publish release ship open create make cut draft
      publique publica publicar lance lança lançar crie cria criar
      crea crear cree lanza lanzar`,
    nouns: "release version versão versión github tag new package pacote paquete",
  },
  "hard reset": {
    strong: "hard_reset hard-reset reset_hard",
    asNoun: {
      verbs: "do faça faz fazer dê dá dar haz hacer",
      nouns: "hard_reset reset_hard",
      strength: "strong",
    },
    weak: `
      reset discard throw_away revert undo drop wipe
      resete reseta resetar descarte descarta descartar desfaça desfaz desfazer jogue_fora joga_fora reverta
      reverte reverter
      resetea resetear deshaz deshacer revierte revertir tira`,
    nouns: `
      hard local uncommitted changes head branch alterações mudanças locais cambios locales`,
  },
  discard: {
    weak: `
      discard revert restore undo throw_away reset drop
      descarte descarta descartar reverta reverte reverter restaure restaura restaurar desfaça desfaz
      desfazer jogue_fora joga_fora
      revierte revertir deshaz deshacer`,
    nouns: `
      local uncommitted changes file files alterações mudanças locais arquivo arquivos cambios locales archivo
      archivos`,
  },
  clean: {
    strong: "git_clean",
    weak: `
      clean clean_up remove delete clear wipe purge
      limpe limpa limpar remova remover apague apaga apagar exclua exclui
      limpia limpiar borra borrar elimina eliminar`,
    nouns: "files git arquivos archivos",
  },
  rebase: {
    strong: "rebase git_rebase rebaseie rebaseia rebasear rebasea",
    asNoun: { verbs: "do faça faz fazer dê dá dar da haz hacer", nouns: "rebase", strength: "strong" },
    nouns: "branch main master on onto commit commits last latest ramo rama sobre último últimos",
  },
  send: {
    weak: `
      send post put patch call hit submit mail email notify upload copy sync fire trigger
      envie envia enviar mande manda poste chame chama dispare copie copia suba notifique sincronize
      llama publica dispara sube notifica sincroniza`,
    nouns: `
      request requests http json file files server remote email mail requisição petición servidor arquivo
      arquivos archivo archivos`,
  },
  run: {
    weak: `
      run execute connect ssh start stop restart install kill reboot upgrade update configure create enable
      disable
      rode roda rodar executa conecte conecta instale instala instalar reinicie reinicia reiniciar pare mate
      mata configure configura crie cria ative desative atualize atualiza
      ejecuta ejecutar corre instala detén crea activa desactiva actualiza`,
    nouns: `
      server remote host vps production service package command globally
      servidor remoto produção serviço pacote comando globalmente producción servicio paquete`,
  },
};

const articles = ["", "um ", "o ", "un ", "el ", "a ", "the ", "otro ", "outro ", "another "];

const groups = lazy(() => {
  const compiled = new Map<string, AuthorizationGroup>();
  for (const [name, group] of Object.entries(words)) compiled.set(name, compile(group));
  return compiled;
});

function compile(group: GroupWords): AuthorizationGroup {
  const verbs = new Map<string, VerbStrength>();
  for (const verb of entries(group.weak)) verbs.set(fold(verb), "weak");
  for (const verb of entries(group.strong)) verbs.set(fold(verb), "strong");
  const { verbs: light, nouns: actions, strength = "strong" } = group.asNoun ?? {};
  for (const verb of entries(light)) {
    for (const noun of entries(actions)) {
      for (const article of articles) verbs.set(fold(`${verb} ${article}${noun}`), strength);
    }
  }
  return { verbs, nouns: new Set(entries(group.nouns).map(fold)) };
}

/** No entry is empty, or it would begin every clause. */
function entries(list = ""): string[] {
  return wordList(list).filter((entry) => entry !== "");
}

/** `undefined` for a group that no message can allow. */
export function authorizationGroup(name: string): AuthorizationGroup | undefined {
  return groups().get(name);
}

/** Every verb of every group, by folded phrase. */
export const authorizationVerbs = lazy(
  () => new Set([...groups().values()].flatMap((group) => [...group.verbs.keys()])),
);
