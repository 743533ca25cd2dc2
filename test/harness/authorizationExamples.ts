type Decision = "run" | "ask";

/** Per command: messages that let it run, and messages that do not. */
const examples: Readonly<Record<string, Partial<Record<Decision, string[]>>>> = {
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
      "Looks great. Push to main.",
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
      "Ship it: push the branch",
      "All good, push it!",
      "Yes please push",
      "you can push now",
      "feel free to push",
      "Let's push",
      "push everything",
      "pode dar o push",
      "manda o push",
      "ok, pode subir pro github",
      "sobe isso pra branch",
      "commita tudo e sobe pro remoto",
      "Roda os testes e faz o push",
      "haz push a la rama",
      "por favor sube los cambios",
      "Haz commit y push",
      "Listo, haz push",
      "ejecuta las pruebas y haz push",
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
      "push to staging",
      "Let me push",
      "I'm about to push",
      "I have to push this",
      "Remember to push",
      "You forgot to push",
      "Why didn't you push?",
      "Have you pushed?",
      "Is there a way to push without hooks?",
      "refactor the push handler",
      "The push button is broken",
      "implement git push support",
      "Document how to push",
      "review it and then I push",
      "Review it. I push.",
      "after review push",
      "push everything except main",
      "Stop pushing",
      "avoid push",
      "acho que dá pra subir amanhã",
      "eu dou push depois",
      "antes de dar push, rode os testes",
      "você deu push?",
      "o push falhou de novo",
      "o botão de push sumiu",
      "se passar, dá push",
      "assim que passar no CI, sobe",
      "no hagas push todavía",
      "¿Ya hiciste push?",
      "antes de hacer push ejecuta los tests",
      "el push falla",
      "voy a revisar y hago push",
    ],
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
      "exclui a pasta dist",
      "remove o diretório dist, por favor",
      "elimina el directorio dist",
      "borra la carpeta dist y compila",
    ],
    ask: [
      "delete dist from the list",
      "remove dist from git",
      "delete the old dist",
      "no borres dist",
      "borra dist del .gitignore",
      "não apaga a dist",
      "borra el botón dist del menú",
    ],
  },
  "rm -rf dist build": {
    run: ["delete the dist folder and the build folder", "apaga dist e build", "borra dist y build"],
    ask: ["delete dist but not build", "apaga dist"],
  },
  "rm -rf dist build coverage": {
    run: ["delete dist, build and coverage"],
  },
  "rm -rf packages/web/dist": {
    run: ["rm web/dist"],
    ask: ["delete packages/api/dist"],
  },
  "git branch -D feature/old-login": {
    run: ["delete the branch feature/old-login", "apaga o branch feature/old-login"],
    ask: ["delete the old login branch"],
  },
  "npm run deploy:prod": {
    run: ["deploy to production", "despliega en producción"],
    ask: ["deploy, but not to prod", "deploy to staging and then prod-check", "despliega en staging"],
  },
  "npm run deploy:staging": {
    run: ["deploy on stage", "faz o deploy no stage", "deploy to staging"],
  },
  "npm run deploy": {
    run: ["ship it to production", "run the deploy", "manda o deploy", "sobe pra produção", "haz el deploy"],
    ask: ["ship it", "Deploy to staging: error 500", "deploy fails on staging"],
  },
  "npm publish": {
    run: [
      "publish to npm",
      "release the new version",
      "publícalo en npm",
      "publicá-lo no npm",
      "publish it to npm",
      "bump the version and publish",
      "publica o pacote no npm",
      "lança a nova versão no npm",
      "publica la nueva versión",
    ],
    ask: [
      "release the mutex",
      "publish an event when the user logs in",
      "publish the event",
      "Publish button does nothing",
      "publica o evento na fila",
    ],
  },
  "gh pr create --fill": {
    run: [
      "create a pull request",
      "commit, push and open a PR",
      "abre um PR",
      "crea un pull request con los cambios",
      "Create a PR for this branch",
      "abre um pull request",
      "crea un PR",
    ],
    ask: ["open the file"],
  },
  "gh pr merge 12": {
    run: ["merge it", "mergeia o PR"],
    ask: ["merge the config objects"],
  },
  "npm install -g typescript": {
    run: ["install typescript globally"],
    ask: ["install eslint globally"],
  },
  "terraform apply": {
    run: ["apply the terraform stack", "run terraform apply"],
    ask: ["apply it"],
  },
  "terraform destroy": {
    run: ["destroy the infra"],
    ask: ["destroy it"],
  },
  "git reset --hard": {
    run: ["hard reset", "throw away all uncommitted changes", "descarta as alterações locais"],
    ask: ["reset the counter", "undo"],
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
    run: ["rebase onto main", "faz o rebase com a main"],
  },
  "git checkout -- src/a.ts": {
    run: ["discard the changes in src/a.ts"],
  },
  "git checkout .": {
    run: ["discard all changes", "descarta todos los cambios"],
    ask: ["discard the modal", "descarta el modal"],
  },
  "git push --force": {
    run: [
      "force-push it",
      "dá um force push",
      "push --force",
      "push it with force",
      "faz um push forçado",
      "haz un force push",
    ],
    ask: ["push it", "don't force push, just push", "faz o push"],
  },
  "git push -u origin feature/login": {
    run: ["push the feature/login branch", "push feature/login to origin"],
    ask: ["push feature/signup"],
  },
  "git push --tags": {
    run: ["push the tags"],
    ask: ["push, but not the tags"],
  },
  "git push origin v1.2.0": {
    run: ["tag it v1.2.0 and push the tag"],
  },
  "git push --no-verify": {
    run: ["push with --no-verify"],
  },
  "git commit -m x && git push": {
    run: ["commit this and push"],
  },
  "git push --force-with-lease": {
    run: ["force push with lease", "push with --force-with-lease"],
  },
  "git push origin :old-branch": {
    run: ["delete the remote branch old-branch"],
    ask: ["push"],
  },
  "git branch -D old": {
    run: ["delete the branch old"],
  },
  "git tag -d v1": {
    run: ["delete tag v1"],
  },
  "git stash clear": {
    run: ["clear the stash"],
  },
  "git clean -fdx": {
    run: ["remove all untracked files"],
  },
  "git clean -fd": {
    run: ["git clean"],
    ask: ["clean up the files"],
  },
  "git reset --hard HEAD~2": {
    run: ["hard reset to HEAD~2"],
  },
  "git rebase -i HEAD~3": {
    run: ["rebase the last commits"],
  },
  "git pull --rebase": {
    run: ["pull and rebase"],
  },
  "git checkout -- a.ts": {
    run: ["revert a.ts"],
  },
  "git restore .": {
    run: ["discard all my changes"],
  },
  "rm -rf coverage .nyc_output": {
    run: ["delete coverage and .nyc_output"],
    ask: ["delete coverage"],
  },
  "rm -rf node_modules package-lock.json": {
    run: ["delete node_modules and package-lock.json, then reinstall"],
  },
  "find . -name '*.bak' -delete": {
    ask: ["find . -name '*.bak' -delete"],
  },
  "rm -f *.log": {
    run: ["run `rm -f *.log`"],
    ask: ["delete the logs"],
  },
  "npm publish --access public": {
    run: ["publish the package with public access"],
  },
  "./deploy.sh production": {
    run: ["deploy to production"],
    ask: ["deploy to staging"],
  },
  "kubectl rollout restart deployment/api": {
    run: ["restart the deployment api in k8s"],
  },
  "kubectl apply -f deploy.yaml": {
    run: ["apply deploy.yaml"],
  },
  "helm upgrade api ./chart": {
    run: ["upgrade the helm chart"],
  },
  "docker push me/app:1.2": {
    run: ["push the docker image"],
  },
  "docker compose down -v": {
    run: ["tear down and remove the volumes"],
  },
  "docker system prune -af": {
    run: ["prune all docker images"],
  },
  "gh pr create --draft": {
    run: ["open a draft PR"],
  },
  "gh pr merge 42 --squash": {
    run: ["merge PR 42", "merge PR #42"],
  },
  "gh pr merge 42": {
    ask: ["merge PR #41"],
  },
  "gh release create v2.0.0 --notes x": {
    run: ["create release v2.0.0"],
  },
  "psql -c 'TRUNCATE sessions'": {
    run: ["truncate the sessions table"],
  },
  "psql -c 'DELETE FROM logs'": {
    run: ["delete everything from the logs table"],
  },
  "sudo apt-get install -y jq": {
    run: ["install jq"],
  },
  "sudo apt-get install -y jq curl": {
    ask: ["install jq"],
  },
  "ssh prod uptime": {
    run: ["run uptime on the prod server"],
  },
  "scp a.txt host:/srv/": {
    run: ["copy a.txt to the server"],
  },
  "curl -X POST https://api.x.io/users -d a=1": {
    run: ["post to https://api.x.io/users"],
  },
  "pkill node": {
    run: ["kill node"],
    ask: ["kill the process"],
  },
  "systemctl restart nginx": {
    run: ["please restart nginx"],
  },
  "git config --global user.name x": {
    ask: ["set the global git user name to x"],
  },
  "gh pr merge 7": {
    run: ["faz o merge do PR"],
  },
  "psql -c 'DROP TABLE users'": {
    run: ["dropa a tabela users", "elimina la tabla users"],
    ask: ["remove a tabela de preços da página", "si existe, elimina la tabla users"],
  },
  "sudo systemctl restart nginx": {
    run: ["reinicia o nginx"],
  },
  "npm i -g pnpm": {
    run: ["instala o pnpm globalmente"],
  },
  "gh pr merge 3": {
    run: ["fusiona el PR"],
  },
};

/** Messages that speak of a command without ordering it, and orders among other words. */
const nearMisses: typeof examples = {
  "git push": {
    run: [
      "Great work! Commit and push.",
      "Perfect, thanks. Push it.",
      "awesome, push",
      "that works, push it",
      "it works now, push it",
      "tests pass locally, push it",
      "I tested it, push",
      "merged main; push the branch",
      "1. commit\n2. push",
      "- fix the typo\n- push",
      "fix the typo and then push",
      "fix the typo then push",
      "fix the typo, and push it please",
      "update the changelog, commit, and push",
      'commit as "fix typo". Then push.',
      "could you please commit and push?",
      "Can you fix the typo and push?",
      "will you push it?",
      "go push it",
      "ficou bom, pode dar push",
      "tudo certo, sobe a branch",
      "beleza, commita e dá o push",
      "Ajusta o teste e depois faz push",
      "todo bien, haz push",
      "corrige el error y haz push",
      "Puedes hacer push",
    ],
    ask: [
      "I think we should commit, push and open a PR",
      "Maybe push? not sure",
      "Would pushing break CI?",
      "what does push do",
      "how do I push",
      "Let's not push",
      "hold off on the push",
      "The plan: commit, push, deploy",
      "our release process is commit, push, tag",
      "Users can commit, push and merge",
      "The tool should commit, then push",
      "Make a button to commit and push",
      "Add a command that does commit, push and deploy",
      "the CI job: build, push, deploy",
      "Fix this error: failed to push some refs",
      "error: failed to push some refs to origin",
      "remote: push rejected",
      "Push rejected",
      "push --help",
      "test the push command",
      "check that push works",
      "ask me before you push",
      "Never push without asking. Fix the typo.",
      "commit but don't push",
      "commit only, no push",
      "commit (no push)",
      "commit without pushing",
      "just commit",
      "prepare the push",
      "get ready to push",
      "the branch needs a push",
      "por que o push demora?",
      "o deploy faz push sozinho",
      "cria um botão para fazer push",
      "documenta como fazer push",
      "lembra de dar push",
      "não esquece de dar push",
      "commita mas não dá push",
      "só commita",
      "a gente testa, commita e dá push toda sexta",
      "commit pero no hagas push",
      "crea un botón para hacer push",
      "recuerda hacer push",
      "¿por qué falla el push?",
      "dijo que haga push",
      "no olvides hacer push",
      "solo haz commit",
    ],
  },
  "rm -rf dist": {
    run: [
      "please delete the dist directory",
      "yes, delete dist",
      "you can delete dist",
      "delete dist and run the tests",
      "remove `dist/`",
    ],
    ask: [
      "is dist safe to delete?",
      "the script should delete dist",
      "update the clean script to delete dist",
      "Delete the dist entry in package.json",
      "delete everything but dist",
      "delete everything except dist",
      "apaga os testes da dist",
      "tira a dist do gitignore",
      "elimina dist del package.json",
    ],
  },
  "rm -rf src": {
    ask: ["delete dist"],
  },
  "rm -rf src dist": {
    ask: ["delete dist and keep src"],
  },
  "rm -rf dist src": {
    ask: ["Delete dist. Leave src."],
  },
  "rm -rf build": {
    run: ["delete build"],
    ask: ["delete dist and build it", "delete dist and build", "fix the delete build step"],
  },
  "rm -rf logs": {
    ask: ["remove the logs from the login form"],
  },
  "rm -rf tests": {
    ask: ["remove tests that are flaky"],
  },
  "rm -rf src/auth": {
    run: ["remove src/auth"],
    ask: ["remove auth"],
  },
  "npm run deploy": {
    ask: [
      "deploy is failing, fix it",
      "explain the deploy",
      "write docs on how to deploy",
      "don't deploy",
      "arruma o deploy",
    ],
  },
  "npm publish": {
    ask: ["the release notes are wrong", "release"],
  },
  "gh pr create --fill": {
    ask: ["draft a PR description", "open the PR template"],
  },
  "gh pr merge 3": {
    ask: ["merge main into this branch", "resolve the merge conflict"],
  },
  "git rebase main": {
    ask: ["should we rebase?"],
  },
  "psql -c 'DROP TABLE users'": {
    ask: ["drop the users column"],
  },
  "kubectl delete pod web-1": {
    ask: ["delete the pod"],
  },
  "terraform destroy": {
    ask: ["destroy the session on logout"],
  },
  "systemctl restart nginx": {
    ask: ["restart the animation"],
  },
  "curl -X POST http://x/login": {
    ask: ["the post request fails"],
  },
  "rm -rf dist .cache": {
    run: ["remove dist, .cache"],
  },
};

export interface AuthorizationExamples {
  command: string;
  decision: Decision;
  messages: readonly string[];
}

/** All of them, by command and decision. */
export const authorizationExamples: readonly AuthorizationExamples[] = [
  ...Object.entries(examples),
  ...Object.entries(nearMisses),
].flatMap(([command, messages]) =>
  (["run", "ask"] as const).flatMap((decision) => {
    const list = messages[decision];
    return list ? [{ command, decision, messages: list }] : [];
  }),
);
