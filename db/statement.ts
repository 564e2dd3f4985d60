import { fillPlaceholders, type Placeholder, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { CasingCache } from "drizzle-orm/casing";
import * as z from "zod";

import { codeOf } from "./error-code.ts";

/** A statement that only reads is sent again if its connection is lost. */
export type Effect = "reads" | "writes";

export type StatementValue = string | number | boolean | Uint8Array | null;

export type CompiledStatement = {
  readonly name: string;
  readonly effect: Effect;
  readonly text: string;
  readonly values: readonly StatementValue[];
  /** If true, the driver prepares the text once for each connection. */
  readonly isPrepared: boolean;
};

export type Db = {
  readonly run: (statement: CompiledStatement) => Promise<readonly unknown[]>;
  /** If true, `trusted` rows are also checked, as in tests. */
  readonly checksRows: boolean;
};

export type Placeholders<Input> = { readonly [Key in keyof Input & string]: Placeholder<Key, Input[Key]> };

type Definition<Input, Row, Variant> = {
  readonly name: string;
  readonly effect: Effect;
  /** It is left out if rows are only counted. */
  readonly row?: () => z.ZodType<Row>;
  /**
   * `trusted` rows are checked only in tests, because a response schema follows. By default rows are always checked.
   */
  readonly rows?: "checked" | "trusted";
} & (
  | {
      /** It is called once for each variant, since the text is the same for all inputs of a variant. */
      readonly sql: (input: Placeholders<Input>, variant: Variant) => SQL;
      /** Returns what the text depends on. It has few values. Without it, there is one text. */
      readonly variant?: (input: Input) => Variant;
    }
  | {
      /** It is called for each input, since the text depends on it. */
      readonly build: (input: Input) => SQL;
      /** `few`: all inputs lead to a few texts, and each is prepared. By default a text is parsed and planned anew. */
      readonly texts?: "few";
    }
);

type Results<Row> = {
  readonly rows: readonly Row[];
  readonly only: Row;
  readonly first: Row | undefined;
  readonly any: boolean;
  readonly count: number;
};

const results = {
  rows: <Row>(rows: readonly Row[]) => rows,
  only: onlyRow,
  first: <Row>([row]: readonly Row[]) => row,
  any: (rows: readonly unknown[]) => rows.length > 0,
  count: (rows: readonly unknown[]) => rows.length,
} as const;

/** These parts of Drizzle's `PgDialect` write statements. Its query builders would add 25 KB to each start (ADR 46). */
const dialect = {
  casing: new CasingCache(),
  escapeName: (name: string) => `"${name.replaceAll('"', '""')}"`,
  escapeParam: (index: number) => `$${index + 1}`,
  escapeString: (text: string) => `'${text.replaceAll("'", "''")}'`,
};

/** Returns a function that runs a statement. The service has no other way to send SQL to its database. */
export function statement<
  Input extends object,
  Row = unknown,
  Kind extends keyof Results<Row> = "rows",
  Variant = undefined,
>(
  definition: Definition<Input, Row, Variant> & { readonly returns?: Kind },
): (db: Db, input: Input) => Promise<Results<Row>[Kind]> {
  const { name, effect, row = anyRow<Row>, rows: trust = "checked" } = definition;
  const resultOf: { readonly [Each in keyof Results<Row>]: (rows: readonly Row[]) => Results<Row>[Each] } = results;
  const returns = definition.returns ?? ("rows" as Kind);
  const compile =
    "sql" in definition
      ? compileOnce(definition.sql, definition.variant)
      : compileEach(definition.build, definition.texts === "few");
  let schema: z.ZodType<Row[]> | undefined;

  return async (db, input) => {
    const rows = await runPastDeadlock(db, { name, effect, ...compile(input) });
    // Tests have checked the rows of this statement against the schema.
    if (trust === "trusted" && !db.checksRows) return resultOf[returns](rows as readonly Row[]);
    schema ??= z.array(row());
    return resultOf[returns](schema.parse(rows));
  };
}

const DEADLOCK_DETECTED = "40P01";

/** Another statement may lock the same rows in another order, so a deadlock is retried once. */
async function runPastDeadlock(db: Db, compiled: CompiledStatement): Promise<readonly unknown[]> {
  try {
    return await db.run(compiled);
  } catch (error) {
    if (codeOf(error) !== DEADLOCK_DETECTED) throw error;
    return db.run(compiled);
  }
}

export function columns(named: Readonly<Record<string, SQLWrapper>>): SQL {
  return sql.join(
    Object.entries(named).map(([name, column]) => sql`${column} AS ${sql.identifier(name)}`),
    sql`, `,
  );
}

export function jsonObject(named: Readonly<Record<string, SQLWrapper>>): SQL {
  const members = Object.entries(named).map(([name, column]) => sql`${sql`${name}`.inlineParams()}, ${column}`);
  return sql`json_build_object(${sql.join(members, sql`, `)})`;
}

export type Columns<Names extends string> = Readonly<Record<Names, SQLWrapper>>;

export function columnsOf<const Names extends string>(row: string, names: readonly Names[]): Columns<Names> {
  const entries = names.map((name) => [name, sql`${sql.identifier(row)}.${sql.identifier(name)}`]);
  return Object.fromEntries(entries) as Columns<Names>;
}

export function idArray(ids: readonly number[]): string {
  return `{${ids.join(",")}}`;
}

/** Returns unix time in seconds, the only form in which instants leave the database. */
export function unixTime(instant: SQLWrapper): SQL {
  return sql`extract(epoch FROM ${instant})::float8`;
}

export function toInstant(instant: Date): SQL {
  return sql`${instant.toISOString()}::timestamptz`;
}

/** Returns one parameter, since Drizzle would spread a JavaScript array into a list. */
export function textArray(values: readonly string[]): SQL {
  return sql`ARRAY(SELECT jsonb_array_elements_text(${JSON.stringify(values)}::jsonb))`;
}

export function onlyRow<Row>([row]: readonly Row[]): Row {
  if (row === undefined) throw new TypeError("No row was returned.");
  return row;
}

function anyRow<Row>(): z.ZodType<Row> {
  return z.custom<Row>();
}

type Compiled = Pick<CompiledStatement, "text" | "values" | "isPrepared">;

/** It has a placeholder for any name that is read. The type of an input allows only its names. */
const anyPlaceholder: object = new Proxy({}, { get: (_none, name) => sql.placeholder(String(name)) });

function compileOnce<Input extends object, Variant>(
  make: (input: Placeholders<Input>, variant: Variant) => SQL,
  variantOf?: (input: Input) => Variant,
): (input: Input) => Compiled {
  const texts: Record<string, { readonly sql: string; readonly params: unknown[] }> = {};
  return (input) => {
    // A definition without `variant` has the type `undefined` for it.
    const variant = variantOf?.(input) as Variant;
    const key = JSON.stringify(variant);
    texts[key] ??= make(anyPlaceholder as Placeholders<Input>, variant).toQuery(dialect);
    const { sql: text, params } = texts[key];
    const values = fillPlaceholders(params, { ...input } as Record<string, unknown>).map(checkValue);
    return { text, values, isPrepared: true };
  };
}

function compileEach<Input>(build: (input: Input) => SQL, isPrepared: boolean): (input: Input) => Compiled {
  return (input) => {
    const { sql: text, params } = build(input).toQuery(dialect);
    return { text, values: params.map(checkValue), isPrepared };
  };
}

/** Throws for a value that the driver would convert or drop. */
function checkValue(value: unknown): StatementValue {
  if (value === null || value instanceof Uint8Array) return value;
  if (typeof value === "string" || typeof value === "number" || typeof value === "boolean") return value;
  throw new TypeError(`A statement has a value of type ${typeof value}.`);
}
