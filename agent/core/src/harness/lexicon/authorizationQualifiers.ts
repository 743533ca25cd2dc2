import { fold } from "../text/fold.ts";
import { lazy } from "../text/lazy.ts";
import { wordList } from "../text/words.ts";

const server = "ssh server servidor remote host vps produção producción produ prod";

/** Words of which one must stand in the segment, by qualifier. */
const qualifiers: Readonly<Record<string, string>> = {
  force: `
    force forced força forçar forçado forçada forçando fuerza forzar forzado forzada -f --force
    --force-with-lease force-push`,
  hard: "hard --hard changes uncommitted alterações mudanças cambios",
  clean: "untracked git_clean git-clean",
  changes: "changes everything all tudo todo mudanças alterações cambios",
  stash: "stash stashes",
  docker: "docker volume volumes container containers image images all",
  volume: "volume volumes",
  image: "image images imagem imagens imagen imágenes registry",
  iac: "terraform tofu pulumi infra infrastructure stack playbook",
  destroy: "destroy infra infrastructure stack environment",
  pr: "pr prs pull_request pull_requests mr mrs merge_request merge_requests",
  release: "release package pacote paquete",
  http: "post put patch delete webhook",
  ssh: server,
  copy: `${server} upload scp rsync staging`,
  mail: "mail email e-mail correo",
};

const compiled = lazy(
  () =>
    new Map(Object.entries(qualifiers).map(([name, words]) => [name, new Set(wordList(words).map(fold))])),
);

/** Qualifiers whose word may be the verb itself: "force push", "hard reset", "post it". */
const inVerb: ReadonlySet<string> = new Set(["force", "hard", "clean", "http"]);

/** `undefined` for a qualifier that no clause can meet. */
export function qualifierWords(name: string): ReadonlySet<string> | undefined {
  return compiled().get(name);
}

export function mayStandInVerb(qualifier: string): boolean {
  return inVerb.has(qualifier);
}
