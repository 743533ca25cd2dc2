import assert from "node:assert/strict";
import { allowedByMessage } from "../../agent/core/src/harness/authorization/allowedByMessage.ts";
import { analyzerOf, bothGrammars } from "./shellAnalysis.ts";

/** Per command: messages that let it run, and messages that do not. */
const examples: Readonly<Record<string, { run: string[]; ask: string[] }>> = {
  "git push origin main": {
    run: [
      "Please push to origin.",
      "ok push it",
      "Tests are green, can you push?",
      "LGTM! Push it 🚀",
      "**Push** the branch",
      "nice work. now commit and push",
      "push it thanks",
      "commit everything, then push",
      "commit -> push",
      "Can you run `git push origin main`?",
      "Run this:\n```\ngit push origin main\n```",
      "push origin/main",
    ],
    ask: [
      "Don't run `git push origin main`",
      "He ran `git push origin main`",
      "Explain how to run `git push origin main`",
      "The hook will run `git push origin main`",
      "I ran this:\n```\ngit push origin main\n```",
      "```\ngit push origin main\n```\nfailed",
    ],
  },
  "git push": {
    run: [
      "yes, push it please",
      "go ahead and push it up",
      "@relay push it",
      "Don't worry about the docs, push it",
      "no problem, push",
      "push the branch and tell me the url",
      "do a git push",
      "git push please",
      "please run `git push`",
      "Next steps:\n- commit\n- push",
      "Do the following:\n1. run the tests\n2. push",
      "commit it. After that push",
      "sobe as alterações pro github",
      "pode subir o branch",
      "dá pra você fazer o push?",
      "faz o commit e o push",
      "agora dá push",
      "não mergeia, só dá push",
      "haz el push por favor",
      "¿me puedes hacer push?",
      "sube la rama",
      "dale, haz push",
      "Push it: the tests pass",
      "push, ok?",
      "faz o push, tá?",
      "Fix the bug, run the tests and push",
      "fix the bug; push",
      "I like it, push it",
      "I reviewed it, push it",
      "I want you to push it",
      "Two things: commit and push",
    ],
    ask: [
      "Run `git push origin main`",
      "I'll commit, push and deploy it myself",
      "I'll commit and push",
      "We usually test, push and deploy on Fridays",
      "Do not commit, push or deploy",
      "don't commit, push",
      "Never push",
      "Please don't push yet",
      "No push yet",
      "Without pushing, fix the test",
      "The reviewer wrote: push it",
      "As he said, push it",
      "Commit message: push the fix",
      "Error: push failed",
      "Steps to reproduce:\n1. push the branch\n2. open the page",
      "## Push\nfix the docs",
      "> push it\nwhat do you think of that?",
      'He wrote "push it"',
      "Is it safe to push?",
      "What happens if I push?",
      "push later",
      "push tomorrow",
      "push it as soon as CI passes",
      "push after lunch",
      "Make push work again",
      "Push is broken",
      "the team will build and push",
      "someone should push",
      "Add a note to the README: push to main",
      "add a step to the CI, push the artifacts",
      "Write a script that can commit and push",
      "implement pull and push",
      "Support push and pull",
      "the buttons are pull, push and merge",
      "não faz push ainda",
      "ele disse pra dar push",
      "vou commitar, dar push e abrir o PR",
      "só dou push amanhã",
      "o script commita e dá push",
      "Para fazer push, configure o remote",
      "não commita, não dá push",
      "por que o push falhou?",
      "no subas la rama",
      "cuando pasen los tests sube la rama",
      "voy a hacer push",
      "el script hace commit y push",
      "push with no force",
      "push ok?",
      "They want me to push",
      "you pushed it?",
      "Did you push?",
      "can you tell me why push fails?",
      "could you explain push?",
      "Fix the bug and explain the push",
      "push or deploy",
      "We agreed: never push. push",
      "Push. Wait, don't push yet.",
      "I want to push it",
      "Title: Push the branch",
      "push your luck",
      "yes",
      "constructor",
      "",
    ],
  },
  "git push --force": {
    run: ["force-push it", "dá um force push", "push --force"],
    ask: ["push it", "don't force push, just push"],
  },
  "rm -rf dist": {
    run: [
      "delete dist/",
      "delete ./dist",
      "Delete the `dist` folder",
      "get rid of dist",
      "clean up the dist directory and rebuild",
      "borra dist y vuelve a compilar",
      "elimina la carpeta dist por favor",
    ],
    ask: [
      "delete dist from the list",
      "remove dist from git",
      "delete the old dist",
      "no borres dist",
      "borra dist del .gitignore",
    ],
  },
  "rm -rf dist build": {
    run: ["delete the dist folder and the build folder"],
    ask: ["delete dist but not build"],
  },
  "rm -rf dist build coverage": {
    run: ["delete dist, build and coverage"],
    ask: [],
  },
  "rm -rf packages/web/dist": {
    run: ["rm web/dist"],
    ask: ["delete packages/api/dist"],
  },
  "npm run deploy": {
    run: ["ship it to production", "run the deploy"],
    ask: ["ship it", "Deploy to staging: error 500", "deploy fails on staging"],
  },
  "npm run deploy:prod": {
    run: ["deploy to production"],
    ask: ["deploy, but not to prod", "deploy to staging and then prod-check"],
  },
  "npm run deploy:staging": {
    run: ["deploy on stage", "faz o deploy no stage"],
    ask: [],
  },
  "npm publish": {
    run: ["publish to npm", "release the new version", "publícalo en npm", "publicá-lo no npm"],
    ask: ["release the mutex"],
  },
  "gh pr create --fill": {
    run: [
      "create a pull request",
      "commit, push and open a PR",
      "abre um PR",
      "crea un pull request con los cambios",
    ],
    ask: ["open the file"],
  },
  "gh pr merge 12": {
    run: ["merge it", "mergeia o PR"],
    ask: ["merge the config objects"],
  },
  "git branch -D feature/old-login": {
    run: ["delete the branch feature/old-login", "apaga o branch feature/old-login"],
    ask: ["delete the old login branch"],
  },
  "npm install -g typescript": {
    run: ["install typescript globally"],
    ask: ["install eslint globally"],
  },
  "terraform apply": {
    run: ["apply the terraform stack"],
    ask: ["apply it"],
  },
  "terraform destroy": {
    run: ["destroy the infra"],
    ask: ["destroy it"],
  },
  "git reset --hard": {
    run: ["hard reset"],
    ask: ["reset the counter"],
  },
  "systemctl stop nginx": {
    run: ["stop nginx"],
    ask: ["stop logging in nginx"],
  },
  "git stash drop": {
    run: ["drop the stash"],
    ask: ["drop the table"],
  },
  "curl -X POST http://localhost:3000/login": {
    run: ["send the post request"],
    ask: ["test the login"],
  },
  "docker push me/app:latest": {
    run: ["push the image to the registry"],
    ask: ["push it"],
  },
  "kubectl delete pod web-1": {
    run: ["delete pod web-1"],
    ask: ["delete pod web-2"],
  },
  "git rebase main": {
    run: ["rebase onto main"],
    ask: [],
  },
  "git checkout -- src/a.ts": {
    run: ["discard the changes in src/a.ts"],
    ask: [],
  },
  "git checkout .": {
    run: ["discard all changes"],
    ask: ["discard the modal"],
  },
};

describe("authorization by message: examples", () => {
  let analyze: ReturnType<typeof analyzerOf>;

  before(async () => {
    analyze = analyzerOf(await bothGrammars());
  });

  for (const [command, messages] of Object.entries(examples)) {
    for (const decision of ["run", "ask"] as const) {
      if (messages[decision].length === 0) continue;
      it(`${command}: ${decision}`, () => {
        const { operations } = analyze(command, { pathExists: (path) => path.endsWith("/src/a.ts") });
        assert.notEqual(operations.length, 0);
        const others = messages[decision].filter(
          (message) => allowedByMessage(message, command, operations).allowed !== (decision === "run"),
        );
        assert.deepEqual(others, []);
      });
    }
  }
});
