import { readOptions } from "../options.ts";
import { readParameters } from "../powershell/parameters.ts";
import type { Argument } from "../walk/argument.ts";
import type { Call } from "../walk/call.ts";
import type { Detector, Family, Finding } from "./finding.ts";
import { verbs } from "./verbs.ts";

/** Package names without versions and options. */
export function installNames(operands: readonly Argument[], others: readonly Argument[] = []): string[] {
  return [...operands, ...others].map(({ text }) => text.replace(/(?<=[\w.])(@|==|=|~=|>=)[^/]*$/, ""));
}

function install(label: string, operands: readonly Argument[]): Finding[] {
  return [{ id: "system.install", label, names: installNames(operands) }];
}

/** `npm install -g`, `yarn global add`, `npm link`, `bun add -g`. */
export function systemInstall(call: Call, subcommand: string, args: readonly Argument[]): readonly Finding[] {
  const { name } = call.program;
  if (subcommand === "global") {
    const [verb, ...packages] = readOptions(args).operands;
    return /^(add|remove|upgrade)$/.test(verb?.text ?? "")
      ? install(`${name} global ${verb?.text}`, packages)
      : [];
  }
  if (name === "npm" && (subcommand === "link" || subcommand === "ln")) {
    return install("npm link", readOptions(args).operands);
  }
  const isInstall = /^(install|i|in|ci|add|isntall|uninstall|un|remove|rm|r|update|up|upgrade)$/.test(
    subcommand,
  );
  const options = readOptions(call.args, {
    values: "--registry --prefix --loglevel -w --workspace -C --dir --location --cwd",
  });
  const isGlobal = options.has("-g --global") || options.value("--location")?.text === "global";
  if (!isInstall || !isGlobal) return [];
  return install(
    `${name} ${subcommand} -g`,
    readOptions(args, { values: "--registry --prefix --location" }).operands,
  );
}

/** A system's package manager: the verbs that change it. */
function manager(list: string, values = ""): Detector {
  const changing = verbs(list);
  return (call) => {
    const [verb, ...packages] = readOptions(call.args, { values }).operands;
    const word = verb?.text ?? "";
    if (!changing.has(word) || isRehearsal(call)) return [];
    return install(`${call.program.name} ${word}`, packages);
  };
}

function isRehearsal(call: Call): boolean {
  return call.args.some(({ text }) =>
    /^(-s|--simulate|--just-print|--dry-run|--no-act|-n|--download-only|--assumeno|--whatif)$/.test(text),
  );
}

function pacman(call: Call): readonly Finding[] {
  const options = readOptions(call.args);
  const isInstall =
    options.has("-S") && !options.has("-s -i -l -p") && (options.operands.length > 0 || options.has("-u"));
  if (isInstall) return install("pacman -S", options.operands);
  if (options.has("-R")) return install("pacman -R", options.operands);
  return options.has("-U") ? install("pacman -U", options.operands) : [];
}

/** `dpkg -i`, `rpm -i`: packages from files. */
function packageFile(pattern: RegExp): Detector {
  return (call) => {
    const flag = call.args.find(({ text }) => pattern.test(text));
    return flag ? install(`${call.program.name} ${flag.text}`, readOptions(call.args).operands) : [];
  };
}

/** `uv tool install`, `pipx install`. */
function tool(prefix: RegExp): Detector {
  return (call) => {
    const { operands } = readOptions(call.args, {
      values: "--python -p --with --index-url -i --spec --from",
    });
    const text = operands.map((operand) => operand.text).join(" ");
    const found = prefix.exec(text);
    if (!found) return [];
    const count = found[0].trim().split(" ").length;
    return install(`${call.program.name} ${found[0].trim()}`, operands.slice(count));
  };
}

/** Inside a module, `go install ./...` builds what is there. */
function go(call: Call): readonly Finding[] {
  const { operands } = readOptions(call.args, {
    values: "-o -ldflags -tags -mod -modfile -C -p -gcflags -asmflags -buildmode",
    isSingleDash: true,
  });
  const [verb, ...packages] = operands;
  if (verb?.text !== "install") return [];
  const others = packages.filter(
    ({ text }) => !/^\.{0,2}(\/|$)/.test(text) && (text.includes("@") || text.includes("/")),
  );
  return others.length > 0 ? install("go install", others) : [];
}

function code(call: Call): readonly Finding[] {
  const options = readOptions(call.args, { values: "--install-extension --uninstall-extension" });
  const extensions = options.valuesOf("--install-extension --uninstall-extension");
  return extensions.length > 0 ? install("code --install-extension", extensions) : [];
}

/** pip writes into the environment that is active; only an explicit way out of it is the system's. */
function pip(call: Call): readonly Finding[] {
  const options = readOptions(call.args, {
    values:
      "-r --requirement -c --constraint -e --editable -i --index-url --extra-index-url -t --target --prefix --root",
  });
  const isSystem = options.has("--break-system-packages");
  return options.word(0) === "install" && isSystem ? install("pip install", options.operands.slice(1)) : [];
}

const apt = manager(
  "install reinstall remove purge autoremove upgrade full-upgrade dist-upgrade build-dep satisfy",
  "-o --option -t --target-release -c --config-file",
);
const brew = manager(
  "install reinstall uninstall remove rm upgrade tap untap link unlink cask bundle pin",
  "",
);
const rpmManager = manager(
  "install reinstall remove erase update upgrade downgrade autoremove groupinstall localinstall distro-sync swap in rm up dup groupremove module",
  "--enablerepo --disablerepo --repo -c --config --installroot --releasever",
);

export const installFamily: Family = {
  apt,
  "apt-get": apt,
  aptitude: apt,
  nala: apt,
  dnf: rpmManager,
  yum: rpmManager,
  microdnf: rpmManager,
  zypper: rpmManager,
  brew: (call, scope) =>
    /^(services)$/.test(call.args[0]?.text ?? "") ? brewServices(call) : brew(call, scope),
  port: manager("install uninstall upgrade"),
  apk: manager("add del upgrade fix", "--repository -X --virtual -t"),
  pacman,
  yay: pacman,
  paru: pacman,
  snap: manager("install remove refresh enable disable revert"),
  flatpak: manager("install uninstall update remote-add"),
  choco: manager("install uninstall upgrade", "--version -s --source"),
  winget: manager("install uninstall upgrade import", "--id --version --source -e --name"),
  scoop: manager("install uninstall update"),
  emerge: (call) =>
    isRehearsal(call) || call.args.some(({ text }) => /^-\w*[ps]/.test(text))
      ? []
      : install("emerge", readOptions(call.args).operands),
  "nix-env": packageFile(/^(-i|-iA|--install|-e|--uninstall|-u)$/),
  nix: tool(/^(profile (install|add|remove|upgrade)|upgrade-nix)\b/),
  dpkg: packageFile(/^(-i|--install|-r|--remove|-P|--purge)$/),
  rpm: packageFile(/^(-i\w*|-U\w*|-F\w*|-e|--install|--upgrade|--erase)$/),
  installer: packageFile(/^-pkg$/),
  pipx: tool(/^(install|uninstall|upgrade|reinstall|inject)(-all)?\b/),
  uv: tool(/^(tool (install|uninstall|upgrade)|python install)\b/),
  go,
  code,
  "code-insiders": code,
  codium: code,
  cursor: code,
  pip,
  pip3: pip,
  "install-module": cmdlet("Install-Module"),
  "install-script": cmdlet("Install-Script"),
  "install-package": cmdlet("Install-Package"),
  "install-psresource": cmdlet("Install-PSResource"),
  "update-module": cmdlet("Update-Module"),
  "update-psresource": cmdlet("Update-PSResource"),
  "uninstall-module": cmdlet("Uninstall-Module"),
  "uninstall-psresource": cmdlet("Uninstall-PSResource"),
};

function cmdlet(label: string): Detector {
  return (call) => {
    const parameters = readParameters(call.args, {
      values: "name scope repository requiredversion minimumversion maximumversion version credential source",
    });
    return install(label, [...parameters.operands, ...parameters.valuesOf("name")]);
  };
}

function brewServices(call: Call): readonly Finding[] {
  const [, action, ...names] = call.args.map(({ text }) => text);
  return /^(start|stop|restart|run|kill)$/.test(action ?? "")
    ? [{ id: "system.service", label: `brew services ${action}`, names }]
    : [];
}
