import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const root = join(import.meta.dirname, "..", "..");

const LOOSE = "Write SQL as a statement of db/statement.ts";
const TRANSACTION = "Write what must hold together as one statement";
const ENVIRONMENT = "Read variables through lib/wiring/environment.ts";
const MOCK = "Pass a double as an argument instead of mocking a module";
const NAMED_ZOD = "Import zod as";
const NEGATED_CHAIN = "Expect no negation of an optional chain";
const EMPTY_LOOP = "Go over nonEmpty(…)";
const COMPOSED = "Spell the name of a field out";

/** Each a file of its own, with what the linter says of it. */
const broken = [
  { code: "sql.raw(text);", path: "db/queries/raw.ts", says: LOOSE },
  { code: "db.execute(text);", path: "db/queries/execute.ts", says: LOOSE },
  { code: "client.unsafe(text, []);", path: "lib/sync/unsafe.ts", says: LOOSE },
  { code: "db.$client.end();", path: "lib/sync/client.ts", says: LOOSE },
  { code: "const { $client } = db;", path: "functions/pipeline/client.ts", says: LOOSE },
  { code: "drizzle(client);", path: "lib/wiring/drizzle.ts", says: LOOSE },
  { code: "db.transaction(work);", path: "lib/sync/transaction.ts", says: TRANSACTION },
  { code: "client.begin(work);", path: "functions/pipeline/begin.ts", says: TRANSACTION },
  { code: "process.env.STAGE;", path: "lib/sync/environment.ts", says: ENVIRONMENT },
  { code: 'vi.mock("./thing.ts");', path: "tests/sync/mock.ts", says: MOCK },
  { code: 'import { z } from "zod";', path: "lib/sync/named.ts", says: NAMED_ZOD },
  { code: "expect(row?.name).not.toBe(1);", path: "tests/sync/chain.ts", says: NEGATED_CHAIN },
  { code: "expect(row?.list[0]).not.toBe(1);", path: "tests/sync/longer-chain.ts", says: NEGATED_CHAIN },
  { code: "expect(rows?.[0]).not.toBe(1);", path: "tests/sync/index.ts", says: NEGATED_CHAIN },
  { code: "expect(read?.()).not.toBe(1);", path: "tests/sync/call.ts", says: NEGATED_CHAIN },
  { code: "expect(row?.id ?? 0).not.toBe(1);", path: "tests/sync/default.ts", says: NEGATED_CHAIN },
  { code: "expect.poll(() => row?.id).not.toBe(1);", path: "tests/sync/poll.ts", says: NEGATED_CHAIN },
  { code: "for (const one of list) expect(one).toBe(1);", path: "tests/sync/loop.ts", says: EMPTY_LOOP },
  {
    code: "for (const [at] of list.entries()) { expect(at).toBe(1); }",
    path: "tests/sync/entries.ts",
    says: EMPTY_LOOP,
  },
  { code: "for (const one of [...list]) expect(one).toBe(1);", path: "tests/sync/copy.ts", says: EMPTY_LOOP },
  {
    code: "const none = []; for (const one of none) expect(one).toBe(1);",
    path: "tests/sync/none.ts",
    says: EMPTY_LOOP,
  },
  { code: `sql.identifier(\`\${field}_sha256\`);`, path: "db/queries/listings/identifier.ts", says: COMPOSED },
  { code: 'sql.identifier("held_" + field);', path: "db/queries/listings/sum.ts", says: COMPOSED },
  { code: `export const row = { [\`\${field}_at\`]: 1 };`, path: "lib/apps/row.ts", says: COMPOSED },
  { code: `show(row[\`\${field}_at\`]);`, path: "lib/apps/field.ts", says: COMPOSED },
  { code: 'show(row[field + "_at"]);', path: "lib/apps/field-sum.ts", says: COMPOSED },
] as const;

/** What the rules leave alone. */
const kept = [
  { code: "client.unsafe(text, []);", path: "db/client.ts" },
  { code: "client.unsafe(text).simple();", path: "db/migrate.ts" },
  { code: "db.execute(text);", path: "tests/sync/execute.ts" },
  { code: "listApps(db, {});", path: "lib/apps/list.ts" },
  { code: "client.begin(work);", path: "db/queries/begin.ts" },
  { code: "process.env.STAGE;", path: "lib/wiring/environment.ts" },
  { code: 'import * as z from "zod";', path: "lib/sync/namespace.ts" },
  { code: "expect(row?.name).toBe(1);", path: "tests/sync/positive.ts" },
  { code: "expect(row.name).not.toBe(other?.name);", path: "tests/sync/no-chain.ts" },
  { code: 'expect(nameOf("a?.b")).not.toBe(1);', path: "tests/sync/text.ts" },
  { code: "for (const one of nonEmpty(list)) expect(one).toBe(1);", path: "tests/sync/non-empty.ts" },
  { code: 'for (const one of ["a", "b"] as const) expect(one).toBe(1);', path: "tests/sync/literal.ts" },
  {
    code: "const list = [1]; for (const [at] of list.entries()) expect(at).toBe(1);",
    path: "tests/sync/named-list.ts",
  },
  {
    code: 'it("has both", () => { expect(list).toHaveLength(2); for (const one of list) expect(one).toBe(1); });',
    path: "tests/sync/checked-list.ts",
  },
  { code: "for (const one of list) read(one);", path: "tests/sync/no-assertion.ts" },
  { code: "sql.identifier(column.name);", path: "db/queries/fetches/identifier.ts" },
  { code: "show({ [name]: row[index + 1] });", path: "lib/apps/named.ts" },
  { code: 'show(row[purpose === "tracked" ? "started_at" : "queued_at"]);', path: "lib/apps/chosen.ts" },
  { code: `show({ at: \`\${field}_at\` });`, path: "lib/apps/value.ts" },
] as const;

type Diagnostic = { readonly message: string; readonly location: { readonly path: string } };

let found: readonly Diagnostic[];
const tree = mkdtempSync(join(tmpdir(), "shelfwatch-lint-"));
beforeAll(() => {
  for (const { code, path } of [...broken, ...kept]) {
    mkdirSync(dirname(join(tree, path)), { recursive: true });
    writeFileSync(join(tree, path), code);
  }
  for (const name of ["biome.json", ".biome"]) cpSync(join(root, name), join(tree, name), { recursive: true });
  symlinkSync(join(root, "node_modules"), join(tree, "node_modules"));
  const options = ["lint", "--vcs-enabled=false", "--reporter=json", "--max-diagnostics=none"];
  const { stdout } = spawnSync(join(root, "node_modules", ".bin", "biome"), options, {
    cwd: tree,
    encoding: "utf8",
    timeout: 60_000,
  });
  found = JSON.parse(stdout).diagnostics;
});
afterAll(() => rmSync(tree, { recursive: true, force: true }));

const rules = [LOOSE, TRANSACTION, ENVIRONMENT, MOCK, NAMED_ZOD, NEGATED_CHAIN, EMPTY_LOOP, COMPOSED];
const rulesBrokenBy = (file: string) => {
  const messages = found.filter(({ location }) => location.path === file).map(({ message }) => message);
  return rules.filter((rule) => messages.some((message) => message.startsWith(rule)));
};

describe("the linter", () => {
  it.each(broken)("rejects $code in $path", ({ path, says }) => {
    expect(rulesBrokenBy(path)).toEqual([says]);
  });

  it.each(kept)("accepts $code in $path", ({ path }) => {
    expect(rulesBrokenBy(path)).toEqual([]);
  });
});
