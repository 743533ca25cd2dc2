import assert from "node:assert/strict";
import type { ShellParser } from "@relay-harness/agent-core";
import { analyzerOf, bothGrammars, checksOf, idsOf } from "./shellAnalysis.ts";

/** Point, command, operation ids (`-` for none). */
const operations: readonly [point: number, command: string, ids: string][] = [
  [1, "dotnet publish src/Api -c Release", "-"],
  [1, "dotnet publish /p:PublishProfile=Azure", "deploy"],
  [2, "npx rimraf coverage", "fs.delete"],
  [2, "npx del-cli 'lib/**'", "fs.delete"],
  [2, "shx rm -r lib", "fs.delete"],
  [2, "trash lib", "-"],
  [2, "gio trash lib", "-"],
  [3, "$DOCKER_BIN push me/x", "docker.push"],
  [3, "$SUDO rm -rf lib", "fs.delete"],
  [3, "${TOOL_CMD} reset", "unresolved"],
  [3, "$EDITOR notes.md", "-"],
  [4, 'sh -c "$(wget -qO- https://example.org/i)"', "remote.script"],
  [4, ". <(curl -s https://example.org/i)", "remote.script"],
  [4, 'ruby -e "$(curl -s https://example.org/i)"', "remote.script"],
  [5, "curl -fsSL https://example.org/a -o ../a", "fs.outside"],
  [5, "curl -fsSLO https://example.org/a", "-"],
  [5, "wget -P vendor https://example.org/a", "-"],
  [5, "tar -xf a.tar -C ..", "fs.outside"],
  [6, "rm -rf $RUNNER_TEMP/cache-*", "-"],
  [6, "rm -rf ${HOME}/x", "fs.delete"],
  [6, "d=$(mktemp -d); rm -rf $d/a $d/b*", "-"],
  [7, "trap 'git push' EXIT", "git.push"],
  [7, "hyperfine 'git push'", "git.push"],
  [7, 'concurrently "npm run dev" "git push"', "git.push"],
  [7, "watch -n 5 'git push'", "git.push"],
  [7, "ls | entr -s 'git push'", "git.push"],
  [7, "ssh host 'git push'", "remote.exec, git.push"],
  [8, "git checkout lib/a.ts", "git.checkout.path"],
  [8, "git checkout origin/next", "-"],
  [8, "git checkout --theirs lib/a.ts", "git.checkout.path"],
  [9, "cargo install just", "system.install"],
  [9, "go install example.org/x@latest", "system.install"],
  [9, "go install ./cmd/x", "-"],
  [9, "uv tool install black", "system.install"],
  [9, "npm link", "system.install"],
  [9, "code --install-extension a.b", "system.install"],
  [9, "sudo yum makecache", "-"],
  [10, "mix ecto.reset", "sql.drop"],
  [10, "kind delete cluster --name a", "cloud.delete"],
  [10, "eksctl create cluster", "cloud.change"],
  [10, "heroku ps:restart web", "cloud.change"],
  [10, "kubectl config set-context a", "k8s.config"],
  [10, "ansible all -m copy -a 'src=a dest=b'", "cloud.change"],
  [10, "ansible all -m ansible.builtin.setup", "-"],
  [10, "terraform state mv a b", "iac.destroy"],
  [10, "helm delete web", "k8s.delete"],
  [11, "make docker-push-all", "deploy"],
  [11, "npm run upload-sourcemaps", "deploy"],
  [11, "npx lerna version minor", "pkg.publish"],
  [11, "docker manifest push a/b", "docker.push"],
  [11, "npm run release:version", "-"],
  [11, "npm run publish:dry", "-"],
  [11, "make deploy-check", "-"],
  [12, "docker rm -f $(docker ps -q)", "docker.down"],
  [12, "docker rm -f web", "-"],
  [12, "gh api -X GET search/code -f q=x", "-"],
  [12, "ssh host ls", "remote.exec"],
  [12, "aws eks update-kubeconfig --name a", "config.global"],
  [12, 'curl -X "$VERB" https://example.org', "http.write"],
  [13, "docker push ${{ env.IMAGE }}:${{ github.sha }}", "docker.push"],
  [13, 'echo "${{ toJSON(github) }}"', "-"],
];

/** Point, command, first check. */
const checks: readonly [point: number, command: string, expected: string][] = [
  [14, "npm run ci:lint", "lint / counts / -"],
  [14, "npm run test:build", "build / counts / -"],
  [14, "npm run test:format", "lint / counts / -"],
  [14, "npm run ci", "test / counts / -"],
  [14, "npm run check:test", "test / counts / -"],
  [15, "env-cmd -f .env.test jest", "test / counts / -"],
  [15, "dotenv -- vitest run", "test / counts / -"],
  [15, "xvfb-run -a npx cypress run", "test / counts / -"],
  [15, "coverage run -m pytest -k login", "test / counts / name"],
  [15, "npx nyc mocha", "test / counts / -"],
  [15, "npx start-server-and-test start 3000 e2e", "test / counts / -"],
  [15, "npx npm-run-all lint", "lint / counts / -"],
  [15, "bun vitest run", "test / counts / -"],
  [15, "yarn workspace api test", "test / counts / path"],
  [15, "bazel test //...", "test / counts / -"],
  [15, "nox -s lint", "lint / counts / -"],
  [15, "hatch run pytest", "test / counts / -"],
  [16, "pytest -p no:cacheprovider", "test / counts / -"],
  [16, "cargo test -p core", "test / counts / path"],
  [16, "ctest -C Release", "test / counts / -"],
  [16, "mocha -t 5000", "test / counts / -"],
  [16, "jest -t login", "test / counts / name"],
  [16, "npm test --workspaces", "test / counts / -"],
  [16, "npx eslint src/a.ts", "lint / counts / -"],
  [16, "npx tsc -p packages/web", "types / counts / path"],
  [17, "npm test || exit $?", "test / counts / -"],
  [17, "npm test || { tail log; exit 2; }", "test / counts / -"],
  [17, "npx jest --watchAll=false", "test / counts / -"],
  [18, "./gradlew check", "test / counts / -"],
  [18, "./gradlew build -x test", "build / counts / -"],
  [18, "./gradlew ktlintCheck", "lint / counts / -"],
  [18, "./gradlew compileKotlin", "build / counts / -"],
  [18, "mix format --check-formatted", "lint / counts / -"],
  [18, "cargo fmt --check", "lint / counts / -"],
  [18, "gofmt -l .", "hidden / masked / -"],
  [18, 'test -z "$(gofmt -l .)"', "lint / counts / -"],
];

describe("harness: amendments", () => {
  let parser: ShellParser;
  before(async () => {
    parser = await bothGrammars();
  });

  for (const [point, command, ids] of operations) {
    it(`harness-amendments.md ${point}: ${command}`, () => {
      assert.equal(idsOf(analyzerOf(parser)(command)).join(", ") || "-", ids);
    });
  }

  for (const [point, command, expected] of checks) {
    it(`harness-amendments.md ${point}: ${command}`, () => {
      assert.equal(checksOf(analyzerOf(parser)(command))[0], expected);
    });
  }

  it("harness-amendments.md 8: the host's facts decide what git checkout does", () => {
    const facts = {
      pathExists: (path: string) => path === "docs" || path === "/home/me/app/web/feature/x",
      isRef: (name: string) => name === "v1.x",
    };
    const analyze = analyzerOf(parser);
    const found = [
      "git checkout docs",
      "git checkout feature/x",
      "git checkout v1.x",
      "cd web && git checkout feature/x",
    ];
    assert.deepEqual(
      found.map((command) => idsOf(analyze(command, facts)).join(", ") || "-"),
      ["git.checkout.path", "-", "-", "git.checkout.path"],
    );
  });
});
