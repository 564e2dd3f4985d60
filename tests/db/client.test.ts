import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import * as z from "zod";

import { type Connection, connect } from "../../db/client.ts";
import { type Placeholders, statement } from "../../db/statement.ts";
import { useDatabase } from "../support/database.ts";

const database = useDatabase();

let connection: Connection;
beforeAll(() => {
  connection = connect({ ...database().connection, max: 1 });
});
afterAll(() => connection.end());

type Values = { readonly instant: string; readonly day: string; readonly document: string };

const returned = statement({
  name: "returned",
  effect: "reads",
  row: () => z.object({ instant: z.string(), day: z.string(), document: z.object({ name: z.string() }) }),
  sql: ({ instant, day, document }: Placeholders<Values>) =>
    sql`SELECT ${instant}::timestamptz AS instant, ${day}::date AS day, ${document}::jsonb AS document`,
});

describe("a connection of the service", () => {
  it("sends instants, days and JSON as text, and reads instants and days as text", async () => {
    const values = { instant: "2026-05-10 06:30:00.123456+00", day: "2026-05-10", document: '{"name": "Korora"}' };

    expect(await returned(connection.db, values)).toEqual([{ ...values, document: { name: "Korora" } }]);
  });
});
