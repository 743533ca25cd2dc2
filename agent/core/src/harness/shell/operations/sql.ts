import { readOptions } from "../options.ts";
import type { Argument } from "../walk/argument.ts";
import type { Call } from "../walk/call.ts";
import type { Detector, Family, Finding } from "./finding.ts";
import { sqlFindings } from "./sqlText.ts";

interface Client {
  /** Options whose value is SQL. */
  readonly texts: string;
  /** Other options with values. */
  readonly values: string;
  /** The first operand that can be SQL. */
  readonly operandsFrom?: number;
}

const clients: Readonly<Record<string, Client>> = {
  psql: {
    texts: "-c --command",
    values:
      "-d --dbname -f --file -h --host -p --port -U --username -v --set --variable -o --output -L --log-file -F -P -R -T",
  },
  mysql: {
    texts: "-e --execute",
    values:
      "-h --host -P --port -u --user -D --database -S --socket --defaults-file --protocol --default-character-set",
  },
  mariadb: {
    texts: "-e --execute",
    values: "-h --host -P --port -u --user -D --database -S --socket --defaults-file --protocol",
  },
  sqlcmd: { texts: "-q -Q --query", values: "-S -U -P -d -i -o -v -b -h -s -W -w -l -t" },
  duckdb: { texts: "-c -s -cmd", values: "-init", operandsFrom: 1 },
  sqlite3: { texts: "-cmd", values: "-init -separator -newline -nullvalue", operandsFrom: 1 },
  sqlite: { texts: "-cmd", values: "-init -separator", operandsFrom: 1 },
  "clickhouse-client": {
    texts: "-q --query",
    values: "-h --host --port -u --user --password -d --database -f --format --queries-file",
  },
  clickhouse: {
    texts: "-q --query",
    values: "-h --host --port -u --user --password -d --database --format",
  },
  cockroach: {
    texts: "-e --execute",
    values: "--host --url --certs-dir -u --user -d --database -f --file --format",
  },
  usql: { texts: "-c --command", values: "-f --file -o --out -v --set", operandsFrom: 1 },
  snowsql: { texts: "-q --query", values: "-a -u -d -s -w -r -f -o -c" },
  cqlsh: { texts: "-e --execute", values: "-u -p -k -f --keyspace --file" },
};

function clientDetector(client: Client): Detector {
  return (call) => {
    const isSingleDash = /^(sqlite3?|duckdb)$/.test(call.program.name);
    const options = readOptions(call.args, { values: `${client.texts} ${client.values}`, isSingleDash });
    const texts: Argument[] = [...options.valuesOf(client.texts)];
    if (client.operandsFrom !== undefined) texts.push(...options.operands.slice(client.operandsFrom));
    const findings = texts.flatMap(({ text }) => sqlFindings(text));
    // SQL on standard input is read when none is given in words.
    if (texts.length === 0 && call.input.text !== undefined) findings.push(...sqlFindings(call.input.text));
    return findings;
  };
}

const drop = (label: string, targets: readonly Argument[] = []): Finding[] => [
  { id: "sql.drop", label, targets },
];

function dropdb(call: Call): Finding[] {
  const { operands } = readOptions(call.args, {
    values: "-h --host -p --port -U --username --maintenance-db",
  });
  return drop(call.program.name, operands);
}

function mysqladmin(call: Call): Finding[] {
  const { operands } = readOptions(call.args, { values: "-h --host -P --port -u --user -S --socket" });
  const at = operands.findIndex(({ text }) => text === "drop");
  return at < 0 ? [] : drop("mysqladmin drop", operands.slice(at + 1));
}

function redis(call: Call): Finding[] {
  const words = [...call.args.map(({ text }) => text), ...(call.input.text?.split(/\s+/) ?? [])];
  const verb = words.find((word) => /^flush(all|db)$/i.test(word));
  return verb ? drop(`redis-cli ${verb.toUpperCase()}`) : [];
}

const mongoDrop = /\.(dropDatabase|drop|dropCollection)\s*\(|\.(deleteMany|remove)\s*\(\s*(\{\s*\})?\s*\)/;

function mongo(call: Call): Finding[] {
  const texts = [...call.args.map(({ text }) => text), call.input.text ?? ""];
  const found = texts.map((text) => mongoDrop.exec(text)).find((match) => match !== null);
  return found ? drop(`mongo ${found[1] ?? found[2] ?? "drop"}`) : [];
}

function restore(call: Call): Finding[] {
  const options = readOptions(call.args, {
    values: "-d --dbname -f --file -F --format -h --host -j --jobs -n -p --port -t -U --username",
  });
  return options.has("-c --clean") ? drop("pg_restore -c") : [];
}

/** Migration tools: the words that empty or undo a database. */
const migrations: Readonly<Record<string, RegExp>> = {
  prisma: /^migrate reset\b|--accept-data-loss|--force-reset/,
  rails:
    /^(db:(drop|reset|purge|schema:load|structure:load|truncate_all|seed:replant|rollback|migrate:reset)(:|\b))|\bdb:(drop|reset|purge|migrate:reset)(:|\b)/,
  rake: /\bdb:(drop|reset|purge|migrate:reset|schema:load|structure:load|truncate_all|seed:replant)(:|\b)/,
  artisan: /^(migrate:(fresh|reset|refresh|rollback)|db:wipe)\b/,
  alembic: /(^|\s)downgrade\b/,
  flyway: /(^|\s)clean\b/,
  liquibase: /(^|\s)(drop-?all|rollback\S*)\b/i,
  knex: /^migrate:rollback\b/,
  sequelize: /^(db:drop|db:migrate:undo(:all)?)\b/,
  "sequelize-cli": /^(db:drop|db:migrate:undo(:all)?)\b/,
  typeorm: /^(schema:drop|migration:revert)\b/,
  drizzle: /^drop\b/,
  "manage.py": /^(flush|reset_db|sqlflush --run)\b/,
  "django-admin": /^(flush|reset_db)\b/,
  mix: /(^|\s)(do )?(ecto\.(drop|reset|rollback))\b/,
  supabase: /^db reset\b/,
  dbmate: /^(drop|rollback|down)\b/,
  hasura: /^migrate delete\b/,
  wp: /^db (reset|drop|clean)\b/,
  drush: /^sql[:-]drop\b/,
};

function migration(pattern: RegExp): Detector {
  return (call) => {
    const text = call.args.map((argument) => argument.text).join(" ");
    return pattern.test(text) ? drop(`${call.program.name} ${verbOf(text, pattern)}`) : [];
  };
}

function verbOf(text: string, pattern: RegExp): string {
  return (pattern.exec(text)?.[0] ?? text).trim();
}

function dotnet(call: Call): Finding[] {
  const text = call.args.map((argument) => argument.text).join(" ");
  return /^ef database drop\b/.test(text) ? drop("dotnet ef database drop") : [];
}

export const sqlFamily: Family = {
  ...Object.fromEntries(Object.entries(clients).map(([name, client]) => [name, clientDetector(client)])),
  ...Object.fromEntries(Object.entries(migrations).map(([name, pattern]) => [name, migration(pattern)])),
  dropdb,
  dropuser: dropdb,
  mysqladmin,
  "mariadb-admin": mysqladmin,
  "redis-cli": redis,
  "valkey-cli": redis,
  mongo,
  mongosh: mongo,
  pg_restore: restore,
  dotnet,
};
