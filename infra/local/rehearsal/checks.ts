import type { ISql } from "postgres";

import { domainRules } from "./domain-rules.ts";

export type CheckResult = {
  /** What was checked: "138 foreign keys". */
  readonly checked: string;
  /** What does not hold, a sentence each. */
  readonly faults: readonly string[];
};

type Check = { readonly name: string; readonly text: string };
type Violations = { readonly violations: number };

/** Checks what must hold in any database of the service, by its own constraints and by reading every index. */
export async function checkDatabase(sql: ISql, signal: AbortSignal): Promise<readonly CheckResult[]> {
  const results: CheckResult[] = [];
  for (const check of [checkForeignKeys, checkConditions, checkIndexes, checkTables, checkTriggers, checkIdentities]) {
    signal.throwIfAborted();
    results.push(await check(sql, signal));
  }
  return results;
}

/** Returns rows that break each rule of the domain. Rows of runs under way may, so that only a difference is a fault. */
export async function countBreaches(sql: ISql): Promise<ReadonlyMap<string, number>> {
  const counts = new Map<string, number>();
  for (const { says, breaches } of domainRules) {
    const [found] = await breaches(sql);
    counts.set(says, found?.breaches ?? 0);
  }
  return counts;
}

/** A foreign key is not checked again when files are copied. */
async function checkForeignKeys(sql: ISql, signal: AbortSignal): Promise<CheckResult> {
  const checks = await sql<Check[]>`
    SELECT c.conrelid::regclass || ' ' || c.conname AS name, format(
      'SELECT count(*)::int AS violations FROM %s c WHERE %s AND NOT EXISTS (SELECT FROM %s p WHERE %s)',
      c.conrelid::regclass, string_agg(format('c.%I IS NOT NULL', child.attname), ' AND '), c.confrelid::regclass,
      string_agg(format('p.%I = c.%I', parent.attname, child.attname), ' AND ')) AS text
    FROM pg_constraint c CROSS JOIN LATERAL unnest(c.conkey, c.confkey) AS k(child, parent)
      JOIN pg_attribute child ON child.attrelid = c.conrelid AND child.attnum = k.child
      JOIN pg_attribute parent ON parent.attrelid = c.confrelid AND parent.attnum = k.parent
    WHERE c.contype = 'f' AND c.conparentid = 0 AND c.connamespace = 'public'::regnamespace
    GROUP BY c.oid, c.conname, c.conrelid, c.confrelid ORDER BY 1`;
  return await runChecks(sql, signal, { kind: "foreign keys", checks, fault: "rows without the one they refer to" });
}

async function checkConditions(sql: ISql, signal: AbortSignal): Promise<CheckResult> {
  const checks = await sql<Check[]>`
    SELECT conrelid::regclass || ' ' || conname AS name, format(
      'SELECT count(*)::int AS violations FROM %s WHERE NOT (%s)', conrelid::regclass, pg_get_expr(conbin, conrelid)) AS text
    FROM pg_constraint
    WHERE contype = 'c' AND coninhcount = 0 AND conrelid <> 0 AND connamespace = 'public'::regnamespace ORDER BY 1`;
  return await runChecks(sql, signal, { kind: "check constraints", checks, fault: "rows that break it" });
}

/** Whether each B-tree index is in order, knows every row, and has no two of a unique value. */
async function checkIndexes(sql: ISql, signal: AbortSignal): Promise<CheckResult> {
  const checks = await sql<Check[]>`
    SELECT i.indexrelid::regclass::text AS name, format(
      'SELECT 0 AS violations FROM bt_index_check(%L::regclass, true, %L)', i.indexrelid::regclass, i.indisunique) AS text
    FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid JOIN pg_am m ON m.oid = c.relam
    WHERE c.relkind = 'i' AND m.amname = 'btree' AND c.relnamespace = 'public'::regnamespace ORDER BY 1`;
  return await runChecks(sql, signal, { kind: "B-tree indexes against their rows", checks, fault: "faults" });
}

async function checkTables(sql: ISql, signal: AbortSignal): Promise<CheckResult> {
  const checks = await sql<Check[]>`
    SELECT relname::text AS name, format('SELECT count(*)::int AS violations FROM verify_heapam(%L)', oid::regclass) AS text
    FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace ORDER BY 1`;
  return await runChecks(sql, signal, { kind: "tables page by page", checks, fault: "damaged places" });
}

/** Foreign keys are held by triggers of the server, which a restore of another kind may leave off. */
async function checkTriggers(sql: ISql): Promise<CheckResult> {
  const triggers = await sql<{ name: string; isOn: boolean }[]>`
    SELECT tgrelid::regclass || ' ' || tgname AS name, tgenabled = 'O' AS "isOn"
    FROM pg_trigger t JOIN pg_class c ON c.oid = tgrelid WHERE c.relnamespace = 'public'::regnamespace`;
  const off = triggers.filter(({ isOn }) => !isOn);
  return {
    checked: `${triggers.length} triggers, those of foreign keys included, are on`,
    faults: off.map(({ name }) => `Trigger ${name} is off.`),
  };
}

/** An identity that stands below the largest id fails the next insert. */
async function checkIdentities(sql: ISql, signal: AbortSignal): Promise<CheckResult> {
  const checks = await sql<Check[]>`
    SELECT c.relname || '.' || a.attname AS name, format(
      'SELECT (coalesce(max(%I), 0) > coalesce(pg_sequence_last_value(%L::regclass), 0))::int AS violations FROM %s',
      a.attname, pg_get_serial_sequence(c.oid::regclass::text, a.attname), c.oid::regclass) AS text
    FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
    WHERE a.attidentity <> '' AND c.relkind IN ('r', 'p') AND c.relnamespace = 'public'::regnamespace
      AND NOT c.relispartition ORDER BY 1`;
  return await runChecks(sql, signal, { kind: "identities above the largest id", checks, fault: "id above it" });
}

async function runChecks(
  sql: ISql,
  signal: AbortSignal,
  { kind, checks, fault }: { readonly kind: string; readonly checks: readonly Check[]; readonly fault: string },
): Promise<CheckResult> {
  const faults: string[] = [];
  for (const { name, text } of checks) {
    signal.throwIfAborted();
    const found = await countViolations(sql, text);
    if (typeof found === "string") faults.push(`${name}: ${found}.`);
    else if (found > 0) faults.push(`${name}: ${found} ${fault}.`);
  }
  return { checked: `${checks.length} ${kind}`, faults };
}

const INDEX_CORRUPTED = "XX002";
const DATA_CORRUPTED = "XX001";

/** Returns their number, or the server's words for damage that it came upon. */
async function countViolations(sql: ISql, text: string): Promise<number | string> {
  try {
    const [found] = await sql.unsafe<Violations[]>(text);
    return found?.violations ?? 0;
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    if (code === INDEX_CORRUPTED || code === DATA_CORRUPTED) return String(error);
    throw error;
  }
}
