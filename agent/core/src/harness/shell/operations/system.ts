import { readOptions } from "../options.ts";
import { readParameters } from "../powershell/parameters.ts";
import type { Call } from "../walk/call.ts";
import { destructiveAndExternal } from "./catalog.ts";
import type { Detector, Family, Finding } from "./finding.ts";

const unitVerbs =
  /^(start|stop|restart|reload|try-restart|reload-or-restart|enable|disable|mask|unmask|kill|isolate|reenable|preset|daemon-reload|daemon-reexec|set-default|edit|revert|set-property)$/;
const powerVerbs = /^(reboot|poweroff|halt|suspend|hibernate|kexec|hybrid-sleep)$/;

function systemctl(call: Call): readonly Finding[] {
  const [verb, ...units] = readOptions(call.args, {
    values: "-t --type -p --property -H --host -M --machine --state -n -o",
  }).operands.map(({ text }) => text);
  if (!verb) return [];
  if (powerVerbs.test(verb)) return [{ id: "system.power", label: `systemctl ${verb}` }];
  return unitVerbs.test(verb)
    ? [
        {
          id: "system.service",
          label: `systemctl ${verb}`,
          names: units.map((unit) => unit.replace(/\.service$/, "")),
        },
      ]
    : [];
}

function service(call: Call): readonly Finding[] {
  const [unit, verb] = readOptions(call.args).operands.map(({ text }) => text);
  const isChange =
    unit !== undefined &&
    verb !== undefined &&
    /^(start|stop|restart|reload|force-reload|enable|disable)$/.test(verb);
  return isChange ? [{ id: "system.service", label: `service ${verb}`, names: [unit] }] : [];
}

function launchctl(call: Call): readonly Finding[] {
  const [verb = "", ...names] = readOptions(call.args).operands.map(({ text }) => text);
  return /^(load|unload|start|stop|bootstrap|bootout|enable|disable|kickstart|kill|remove|submit)$/.test(verb)
    ? [{ id: "system.service", label: `launchctl ${verb}`, names }]
    : [];
}

/** Tools of other init systems, the verb first or second. */
function initTool(verbs: RegExp): Detector {
  return (call) => {
    const words = readOptions(call.args).operands.map(({ text }) => text);
    const verb = words.find((word) => verbs.test(word));
    return verb
      ? [
          {
            id: "system.service",
            label: `${call.program.name} ${verb}`,
            names: words.filter((word) => word !== verb),
          },
        ]
      : [];
  };
}

function serviceCmdlet(call: Call): readonly Finding[] {
  const parameters = readParameters(call.args, {
    values: "name displayname inputobject",
    switches: "force passthru",
  });
  const names = [...parameters.operands, ...parameters.valuesOf("name")].map(({ text }) => text);
  return parameters.has("whatif") ? [] : [{ id: "system.service", label: call.program.name, names }];
}

const power: Detector = (call) => {
  const isQuery = call.args.some(({ text }) => /^(-c|\/a|--show)$/.test(text));
  return isQuery ? [] : [{ id: "system.power", label: call.program.name }];
};

function crontab(call: Call): readonly Finding[] {
  const options = readOptions(call.args, { values: "-u" });
  if (options.has("-r")) {
    return [{ id: "system.cron", label: "crontab -r", classes: destructiveAndExternal }];
  }
  if (options.has("-l")) return [];
  return options.operands.length > 0 ||
    options.has("-e") ||
    call.input.text !== undefined ||
    call.input.isPiped
    ? [{ id: "system.cron", label: "crontab" }]
    : [];
}

function user(call: Call): readonly Finding[] {
  const isRemoval = /^(userdel|deluser|groupdel|delgroup|remove-localuser)$/.test(
    call.program.name.toLowerCase(),
  );
  const label = call.program.name;
  if (call.args.some(({ text }) => text === "-S" || text === "--status")) return [];
  return [
    isRemoval ? { id: "system.user", label, classes: destructiveAndExternal } : { id: "system.user", label },
  ];
}

function firewall(reads: RegExp): Detector {
  return (call) => {
    const text = call.args.map((argument) => argument.text).join(" ");
    return text === "" || reads.test(text) ? [] : [{ id: "system.net", label: call.program.name }];
  };
}

function kill(call: Call): readonly Finding[] {
  const options = readOptions(call.args, {
    values: "-s --signal -u --euid -U --uid -g --pgroup -P --parent -t --terminal -G",
  });
  const isQuery = options.has("-0 -l --list --count -c") && !options.has("-9");
  return isQuery
    ? []
    : [{ id: "proc.kill", label: call.program.name, names: options.operands.map(({ text }) => text) }];
}

/** `fuser -k 3000/tcp`. */
function fuser(call: Call): readonly Finding[] {
  const options = readOptions(call.args, { values: "-n --namespace -N" });
  const names = options.operands.map(({ text }) => text);
  return options.has("-k --kill") ? [{ id: "proc.kill", label: "fuser -k", names }] : [];
}

function stopProcess(call: Call): readonly Finding[] {
  const parameters = readParameters(call.args, { values: "name id inputobject", switches: "force passthru" });
  const names = parameters.valuesOf("name").map(({ text }) => text);
  const isPiped = names.length === 0 && !parameters.has("id") && call.input.isPiped === true;
  return (names.length > 0 || isPiped) && !parameters.has("whatif")
    ? [{ id: "proc.kill", label: "Stop-Process", names: isPiped ? ["{stdin}"] : names }]
    : [];
}

function taskkill(call: Call): readonly Finding[] {
  const at = call.args.findIndex(({ text }) => /^\/{1,2}im$/i.test(text));
  const name = call.args[at + 1]?.text;
  return at >= 0 && name
    ? [{ id: "proc.kill", label: "taskkill /im", names: [name.replace(/\.exe$/i, "")] }]
    : [];
}

const users =
  "useradd adduser usermod userdel deluser groupadd addgroup groupmod groupdel delgroup passwd chpasswd chsh gpasswd visudo new-localuser remove-localuser set-localuser";

export const systemFamily: Family = {
  systemctl,
  service,
  launchctl,
  "rc-service": initTool(/^(start|stop|restart|reload)$/),
  "rc-update": initTool(/^(add|del|delete)$/),
  supervisorctl: initTool(/^(start|stop|restart|reload|update|shutdown|reread|signal|clear)$/),
  sc: initTool(/^(start|stop|create|delete|config)$/),
  net: initTool(/^(start|stop)$/),
  "start-service": serviceCmdlet,
  "stop-service": serviceCmdlet,
  "restart-service": serviceCmdlet,
  "set-service": serviceCmdlet,
  shutdown: power,
  reboot: power,
  poweroff: power,
  halt: power,
  "restart-computer": power,
  "stop-computer": power,
  crontab,
  ...Object.fromEntries(users.split(" ").map((name) => [name, user])),
  iptables: firewall(/(^|\s)(-L|--list|-S|--list-rules|-C|--check|-V|-n -L)(\s|$)/),
  ip6tables: firewall(/(^|\s)(-L|--list|-S|--list-rules|-C|--check|-V)(\s|$)/),
  nft: firewall(/^(list|monitor|-c|--check)\b/),
  ufw: firewall(/^(status|show|app|version|--dry-run)\b/),
  "firewall-cmd": firewall(/--(list|get|state|query|info|check)/),
  netsh: firewall(/\bshow\b/),
  "new-netfirewallrule": firewall(/(?!)/),
  pkill: kill,
  killall: kill,
  fuser,
  "stop-process": stopProcess,
  spps: stopProcess,
  taskkill,
};
