import assert from "node:assert/strict";
import { allowedByMessage } from "./allowedByMessage.ts";
import type { Operation, OperationTarget } from "../shell/types.ts";

type Clause = Operation["clause"];

function target(text: string, more: Partial<OperationTarget> = {}): OperationTarget {
  return { text, kind: "literal", isDangerous: false, ...more };
}

function op(id: string, command: string, clause: Clause, more: Partial<Operation> = {}): Operation {
  return {
    id,
    classes: ["external"],
    label: id,
    clause,
    targets: [],
    names: [],
    words: command.split(" "),
    ...more,
  };
}

const push = (command: string): Operation => op("git.push", command, { group: "push" });
const forcePush = (command: string): Operation =>
  op("git.push.force", command, { group: "push", qualifier: "force" });
const remove = (command: string): Operation => {
  const words = command.split(" ");
  const targets = words.slice(2).map((word) => target(word, { isDangerous: word === "." }));
  return op("fs.delete", command, { group: "delete", needs: "targets" }, { targets });
};
const deploy = (command: string): Operation => op("deploy", command, { group: "deploy" });
const publish = op("pkg.publish", "npm publish", { group: "publish" });
const merge = (command: string): Operation => op("gh.pr.merge", command, { group: "merge" });
const dropUsers = op(
  "sql.drop",
  "psql -c DROP",
  { group: "drop", needs: "targets" },
  { targets: [target("users")] },
);

/** Operations of the commands below, as the shell analysis finds them. */
const operations: Record<string, Operation[]> = {
  "git push": [push("git push")],
  "git push origin main": [push("git push origin main")],
  "git push origin HEAD": [push("git push origin HEAD")],
  "git push --force": [forcePush("git push --force")],
  "git push --force origin main": [forcePush("git push --force origin main")],
  'git commit -am "Push the state into the parent" && git push': [push("git push")],
  'git add -A && git commit -m "fix" && git push': [push("git push")],
  "git push && npm run deploy": [push("git push"), deploy("npm run deploy")],
  "git push && npm publish": [push("git push"), publish],
  "rm -r dist": [remove("rm -r dist")],
  "rm -rf dist": [remove("rm -rf dist")],
  "rm -rf src": [remove("rm -rf src")],
  "rm -rf tmp": [remove("rm -rf tmp")],
  "rm -rf build": [remove("rm -rf build")],
  "rm -rf logs": [remove("rm -rf logs")],
  "rm -rf exportar": [remove("rm -rf exportar")],
  "rm -rf node_modules": [remove("rm -rf node_modules")],
  "rm -r src/util": [remove("rm -r src/util")],
  "rm -rf dist build": [remove("rm -rf dist build")],
  "rm -rf .": [remove("rm -rf .")],
  "rm -rf packages/web/dist": [remove("rm -rf packages/web/dist")],
  "rm -rf packages/api/dist packages/web/dist": [remove("rm -rf packages/api/dist packages/web/dist")],
  "gh pr create --fill": [op("gh.pr.create", "gh pr create --fill", { group: "pr", qualifier: "pr" })],
  "gh pr merge 12 --squash": [merge("gh pr merge 12 --squash")],
  "gh pr merge 12": [merge("gh pr merge 12")],
  "gh pr merge 4": [merge("gh pr merge 4")],
  "gh pr merge 5 --squash": [merge("gh pr merge 5 --squash")],
  "gh release create v1.2": [
    op("gh.release.create", "gh release create v1.2", { group: "release", qualifier: "release" }),
  ],
  "npm run deploy": [deploy("npm run deploy")],
  "npm run deploy:prod": [deploy("npm run deploy:prod")],
  "npm publish": [publish],
  'psql -c "DROP TABLE users"': [dropUsers],
  "git clean -fd": [op("git.clean", "git clean -fd", { group: "clean", qualifier: "clean" })],
  "git reset --hard": [op("git.reset.hard", "git reset --hard", { group: "hard reset", qualifier: "hard" })],
  "git reset --hard HEAD~1": [
    op("git.reset.hard", "git reset --hard HEAD~1", { group: "hard reset", qualifier: "hard" }),
  ],
  "git reset --hard origin/main": [
    op("git.reset.hard", "git reset --hard origin/main", { group: "hard reset", qualifier: "hard" }),
  ],
  "git rebase main": [op("git.rebase", "git rebase main", { group: "rebase" })],
  "git restore src/a.ts": [
    op(
      "git.restore",
      "git restore src/a.ts",
      { group: "discard", needs: "targets" },
      { targets: [target("src/a.ts")] },
    ),
  ],
  "git checkout .": [
    op(
      "git.checkout.path",
      "git checkout .",
      { group: "discard", needs: "targets" },
      { targets: [target(".", { isDangerous: true })] },
    ),
  ],
  "docker volume rm data": [
    op(
      "docker.prune",
      "docker volume rm data",
      { group: "delete", needs: "targets" },
      { targets: [target("data")] },
    ),
  ],
  "pkill node": [op("proc.kill", "pkill node", { group: "run", needs: "names" }, { names: ["node"] })],
  "kubectl apply -f k8s/": [op("k8s.apply", "kubectl apply -f k8s/", { group: "apply" })],
  "terraform apply": [op("iac.apply", "terraform apply", { group: "apply", qualifier: "iac" })],
  "sudo systemctl restart nginx": [
    op("system.service", "systemctl restart nginx", { group: "run", needs: "names" }, { names: ["nginx"] }),
  ],
};

type Row = readonly [number: number, message: string, command: string, decision: "run" | "ask"];

const rows: readonly Row[] = [
  [205, "Push the branch", "git push", "run"],
  [206, "Apague o diretório dist", "rm -r dist", "run"],
  [207, "Remove the unused import", "rm -rf src", "ask"],
  [208, "Push it, but not with force", "git push --force", "ask"],
  [209, "Push it, but not with force", "git push", "run"],
  [210, "Should I push?", "git push", "ask"],
  [211, "Can you push it?", "git push", "run"],
  [212, "Push when the tests pass", "git push", "ask"],
  [213, "If everything is green, push", "git push", "ask"],
  [214, "Add push notifications", "git push", "ask"],
  [215, "Push the button handler into its own file", "git push", "ask"],
  [216, "Commit and push", "git push origin HEAD", "run"],
  [217, "He said to push it", "git push", "ask"],
  [218, "The docs say: push to main", "git push", "ask"],
  [219, "I'll push it myself", "git push", "ask"],
  [220, "I pushed the branch already", "git push", "ask"],
  [221, "Run `git push origin main`", "git push origin main", "run"],
  [222, "Why did `git push origin main` fail?", "git push origin main", "ask"],
  [223, "Force push the branch", "git push --force", "run"],
  [224, "Delete dist and build", "rm -rf dist build", "run"],
  [225, "Delete dist", "rm -rf dist build", "ask"],
  [226, "Delete everything", "rm -rf .", "ask"],
  [227, "Open a PR", "gh pr create --fill", "run"],
  [228, "Merge the PR", "gh pr merge 12 --squash", "run"],
  [229, "Deploy to staging", "npm run deploy", "run"],
  [230, "Fix the deploy script", "npm run deploy", "ask"],
  [231, "Publish the package", "npm publish", "run"],
  [232, "Update the release notes", "npm publish", "ask"],
  [233, "Drop the users table", 'psql -c "DROP TABLE users"', "run"],
  [234, "Drop the sessions table", 'psql -c "DROP TABLE users"', "ask"],
  [235, "Clean the code", "git clean -fd", "ask"],
  [236, "Clean untracked files", "git clean -fd", "run"],
  [237, "Discard my local changes", "git reset --hard", "run"],
  [238, "Reset the form on submit", "git reset --hard", "ask"],
  [239, "Commit, push and deploy", "git push && npm run deploy", "run"],
  [240, "Push it", "git push && npm publish", "ask"],
  [241, "Commite e dê push", "git push", "run"],
  [242, "Não dê push ainda", "git push", "ask"],
  [243, "Pode fazer o push?", "git push", "run"],
  [244, "Devo fazer push?", "git push", "ask"],
  [245, "Faça o push quando os testes passarem", "git push", "ask"],
  [246, "Suba o branch", "git push", "run"],
  [247, "Suba o nível de log", "git push", "ask"],
  [248, "Faça rebase na main", "git rebase main", "run"],
  [249, "Remova o import não usado", "rm -r src/util", "ask"],
  [250, "Faça o deploy", "npm run deploy", "run"],
  [251, "Haz push de la rama", "git push", "run"],
  [252, "No hagas push", "git push", "ask"],
  [253, "¿Puedes borrar la carpeta dist?", "rm -rf dist", "run"],
  [254, "Si pasan los tests, haz push", "git push", "ask"],
  [255, "Elimina la variable sin usar", "rm -rf src", "ask"],
  [256, "Publica el paquete", "npm publish", "run"],
  [257, "¿Debo publicar el paquete?", "npm publish", "ask"],
  [258, "git push", "git push", "run"],
  [259, "Delete the file tmp.txt", "rm -rf tmp", "ask"],
  [260, "Delete dist", "rm -rf packages/web/dist", "ask"],
  [261, "Delete packages/web/dist", "rm -rf packages/web/dist", "run"],
  [262, "Remove the docker volumes", "docker volume rm data", "ask"],
  [263, "Rebase your branch on main and force push", "git push --force", "run"],
  [264, "Kill the dev server", "pkill node", "ask"],
  [265, "Suba as mudanças pro GitHub", "git push", "run"],
  [266, "Sube los cambios al repositorio", "git push", "run"],
  [267, "yes", "git push", "ask"],
  [268, "Restore src/a.ts", "git restore src/a.ts", "run"],
  [269, "Create the release v1.2", "gh release create v1.2", "run"],
  [610, "looks good, commit and push to origin", "git push origin main", "run"],
  [611, "pls push to origin main", "git push origin main", "run"],
  [612, "pls push to origin main", "git push --force origin main", "ask"],
  [613, "push to develop", "git push origin main", "ask"],
  [614, "Push the fix to the branch but don't touch main", "git push origin main", "ask"],
  [615, "push the limit to 500", "git push", "ask"],
  [
    616,
    "push the state into the parent",
    'git commit -am "Push the state into the parent" && git push',
    "ask",
  ],
  [617, "commit and push", 'git add -A && git commit -m "fix" && git push', "run"],
  [618, "push back on the reviewer comments", "git push", "ask"],
  [619, "don't forget to push", "git push", "ask"],
  [620, "don't merge, just push", "git push", "run"],
  [621, "don't merge, just push", "gh pr merge 4", "ask"],
  [622, "merge the two functions", "gh pr merge 12", "ask"],
  [623, "squash and merge the pull request", "gh pr merge 5 --squash", "run"],
  [624, "delete node_modules and reinstall", "rm -rf node_modules", "run"],
  [625, "pls delete the build folder", "rm -rf build", "run"],
  [626, "delete the build folder from .gitignore", "rm -rf build", "ask"],
  [627, "delete the tests for dist", "rm -rf dist", "ask"],
  [628, "remove the users table from the sidebar", 'psql -c "DROP TABLE users"', "ask"],
  [
    629,
    "remove packages/api/dist and packages/web/dist",
    "rm -rf packages/api/dist packages/web/dist",
    "run",
  ],
  [630, "deploy to prod", "npm run deploy:prod", "run"],
  [631, "deploy to staging", "npm run deploy:prod", "ask"],
  [632, "release the lock in the finally block", "npm publish", "ask"],
  [633, "apply the patch from the issue", "kubectl apply -f k8s/", "ask"],
  [634, "apply the k8s manifests", "kubectl apply -f k8s/", "run"],
  [635, "ok apply the plan", "terraform apply", "ask"],
  [636, "undo your last commit", "git reset --hard HEAD~1", "ask"],
  [637, "reset hard to origin/main", "git reset --hard origin/main", "run"],
  [638, "roll out the new button to the settings page", "npm run deploy", "ask"],
  [639, "restart nginx", "sudo systemctl restart nginx", "run"],
  [640, "fix it, test it, and once it is green push it", "git push", "ask"],
  [641, "sobe pra main", "git push origin main", "run"],
  [642, "da um push ai", "git push", "run"],
  [643, "sobe o servidor", "git push", "ask"],
  [644, "apaga a pasta dist e builda de novo", "rm -rf dist", "run"],
  [645, "apaga a linha do build no .gitignore", "rm -rf build", "ask"],
  [646, "publica no npm", "npm publish", "run"],
  [647, "faz o deploy em staging", "npm run deploy:prod", "ask"],
  [648, "limpa os arquivos não rastreados", "git clean -fd", "run"],
  [649, "depois a gente dá push", "git push", "ask"],
  [650, "haz push forzado a la rama", "git push --force", "run"],
  [651, "descarta mis cambios", "git checkout .", "run"],
  [652, "quita el botón de exportar", "rm -rf exportar", "ask"],
  [653, "elimina los logs viejos", "rm -rf logs", "ask"],
  [654, "luego hacemos push", "git push", "ask"],
];

function decide(message: string, command: string): "run" | "ask" {
  const found = operations[command];
  assert.ok(found, `No operations are written down for ${command}`);
  return allowedByMessage(message, command, found).allowed ? "run" : "ask";
}

describe("allowedByMessage", () => {
  for (const [number, message, command, decision] of rows) {
    it(`harness.md V3 ${number}: "${message}" and ${command}: ${decision}`, () => {
      assert.equal(decide(message, command), decision);
    });
  }
});
