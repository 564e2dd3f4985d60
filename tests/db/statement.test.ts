import { type SQLWrapper, sql } from "drizzle-orm";
import { PgDialect } from "drizzle-orm/pg-core";
import { describe, expect, it } from "vitest";
import * as z from "zod";

import { connect } from "../../db/client.ts";
import { apps } from "../../db/schema/apps.ts";
import { type CompiledStatement, type Db, type Placeholders, statement } from "../../db/statement.ts";
import { useDatabase } from "../support/database.ts";
import { createApp } from "../support/factories.ts";

const database = useDatabase();

const nameOf = statement({
  name: "name_of_app",
  effect: "reads",
  row: () => z.object({ name: z.string() }),
  sql: ({ appId }: Placeholders<{ appId: number }>) =>
    sql`SELECT ${apps.name} FROM ${apps} WHERE ${apps.id} = ${appId}`,
});

/** A database that records its statements. */
function recording(db: Db): { readonly db: Db; readonly sent: readonly CompiledStatement[] } {
  const sent: CompiledStatement[] = [];
  const run: Db["run"] = (compiled) => {
    sent.push(compiled);
    return db.run(compiled);
  };
  return { db: { ...db, run }, sent };
}

describe("a statement", () => {
  it("returns the rows for its input", async () => {
    const { db } = database();
    const app = await createApp(db, { name: "Korora" });

    expect(await nameOf(db, { appId: app.id })).toEqual([{ name: "Korora" }]);
  });

  it("has one text for all inputs, prepared once", async () => {
    const { db, sent } = recording(database().db);
    await nameOf(db, { appId: 1 });
    await nameOf(db, { appId: 2 });

    expect(new Set(sent.map(({ text }) => text)).size).toBe(1);
    expect(sent.map(({ name, effect, values, isPrepared }) => ({ name, effect, values, isPrepared }))).toEqual([
      { name: "name_of_app", effect: "reads", values: [1], isPrepared: true },
      { name: "name_of_app", effect: "reads", values: [2], isPrepared: true },
    ]);
  });

  it("is written as Drizzle's own dialect writes it", async () => {
    const { db, sent } = recording(database().db);
    const query = (id: SQLWrapper) => sql`
      SELECT ${sql`${"it's"}`.inlineParams()} AS ${sql.identifier('a "name"')}, ${apps.externalId} FROM ${apps}
      WHERE ${apps.id} = ${id} AND ${apps.name} <> ${"O'Korora"}`;
    const quoted = statement({
      name: "quoted",
      effect: "reads",
      sql: ({ appId }: Placeholders<{ appId: number }>) => query(appId),
    });
    await quoted(db, { appId: 7 });

    const { sql: text, params } = new PgDialect().sqlToQuery(query(sql`${7}`));
    expect(sent.map(({ text, values }) => ({ text, values }))).toEqual([{ text, values: params }]);
  });

  it("is built for each input when its text depends on the input", async () => {
    const anyOf = statement({
      name: "apps_among",
      effect: "reads",
      row: () => z.object({ id: z.int() }),
      build: ({ ids }: { readonly ids: readonly number[] }) =>
        sql`SELECT ${apps.id} FROM ${apps} WHERE ${apps.id} IN (${sql.join(
          ids.map((id) => sql`${id}`),
          sql`, `,
        )}) ORDER BY 1`,
    });
    const { db } = database();
    const [first, second] = [await createApp(db), await createApp(db)];

    expect(await anyOf(db, { ids: [second.id, first.id] })).toEqual([{ id: first.id }, { id: second.id }]);
    expect(await anyOf(db, { ids: [first.id] })).toEqual([{ id: first.id }]);
  });

  it("is prepared when its inputs lead to few texts, and else when it has one", async () => {
    const build = ({ isNewestFirst }: { readonly isNewestFirst: boolean }) =>
      sql`SELECT ${apps.id} FROM ${apps} ORDER BY 1 ${isNewestFirst ? sql`DESC` : sql`ASC`}`;
    const ofFew = statement({ name: "of_few", effect: "reads", texts: "few", build });
    const ofMany = statement({ name: "of_many", effect: "reads", build });
    const { db, sent } = recording(database().db);
    await ofFew(db, { isNewestFirst: true });
    await ofFew(db, { isNewestFirst: false });
    await ofMany(db, { isNewestFirst: true });

    expect(sent.map(({ name, isPrepared }) => ({ name, isPrepared }))).toEqual([
      { name: "of_few", isPrepared: true },
      { name: "of_few", isPrepared: true },
      { name: "of_many", isPrepared: false },
    ]);
  });

  it("is sent once more when it ended in a deadlock", async () => {
    const { db } = database();
    const app = await createApp(db, { name: "Korora" });
    const deadlock = { text: "DO $$ BEGIN RAISE SQLSTATE '40P01'; END $$", values: [], isPrepared: false };
    const deadlocked = (timesMax: number): Db => {
      let times = 0;
      const run: Db["run"] = (compiled) => {
        times += 1;
        return db.run(times > timesMax ? compiled : { ...compiled, ...deadlock });
      };
      return { ...db, run };
    };

    expect(await nameOf(deadlocked(1), { appId: app.id })).toEqual([{ name: "Korora" }]);
    await expect(nameOf(deadlocked(2), { appId: app.id })).rejects.toMatchObject({ code: "40P01" });
  });

  it("rejects a value that the driver would send as something else", async () => {
    const unsound = { appId: undefined } as unknown as { appId: number };

    await expect(nameOf(database().db, unsound)).rejects.toThrow(TypeError);
  });

  it("rejects a row that does not match its schema", async () => {
    const { db } = database();
    const app = await createApp(db, { name: null });

    await expect(nameOf(db, { appId: app.id })).rejects.toThrow(z.ZodError);
  });

  it("does not check trusted rows, except in tests", async () => {
    const trusting = statement({
      name: "trusted_name",
      effect: "reads",
      row: () => z.object({ name: z.string() }),
      rows: "trusted",
      sql: () => sql`SELECT 1 AS name`,
    });
    const { db } = database();

    expect(await trusting({ run: db.run, checksRows: false }, {})).toEqual([{ name: 1 }]);
    await expect(trusting(db, {})).rejects.toThrow(z.ZodError);
  });

  it("sends instants, days and JSON as text, and reads instants and days as text", async () => {
    const echo = statement({
      name: "echo",
      effect: "reads",
      row: () => z.object({ instant: z.string(), day: z.string(), document: z.object({ name: z.string() }) }),
      sql: ({ instant, day, document }: Placeholders<{ instant: string; day: string; document: string }>) =>
        sql`SELECT ${instant}::timestamptz AS instant, ${day}::date AS day, ${document}::jsonb AS document`,
    });
    const values = { instant: "2026-05-10 06:30:00.123456+00", day: "2026-05-10", document: '{"name": "Korora"}' };
    const { db, end } = connect({ ...database().connection, max: 1 });

    expect(await echo(db, values).finally(end)).toEqual([{ ...values, document: { name: "Korora" } }]);
  });
});
