import { describe, expect, it } from "vitest";

import { copyRows } from "../../../../infra/local/history/copy-rows.ts";
import { useDatabase } from "../../../support/database.ts";

const database = useDatabase();

const country = (code: string, name: string | null) => [code, name, "", 1];
const copyCountries = (rows: Parameters<typeof copyRows>[3]) =>
  copyRows(database().sql, "countries", ["code", "name", "emoji", "priority"], rows);

describe("copying rows", () => {
  it("rejects with PostgreSQL's error for a last row that violates a constraint", async () => {
    await expect(copyCountries([country("us", "Twice")])).rejects.toMatchObject({ code: "23505" });
  });

  it("rejects with PostgreSQL's error for a row among thousands", async () => {
    const rows = Array.from({ length: 20_000 }, (_, index) => country(index === 10 ? "q1" : "q2", null));

    await expect(copyCountries(rows)).rejects.toMatchObject({ code: "23502" });
  });

  it("rejects with PostgreSQL's error for a column that the table does not have", async () => {
    await expect(copyRows(database().sql, "countries", ["capital"], [["Paris"]])).rejects.toMatchObject({
      code: "42703",
    });
  });

  it("rejects when the connection ends after the last row", async () => {
    const { sql } = database();
    await sql.begin(async (holding) => {
      await holding`INSERT INTO countries (code, name, emoji, priority) VALUES ('q3', 'Held', '', 1)`;
      const rejected = expect(copyCountries([country("q3", "Waits")])).rejects.toThrow();
      await expect
        .poll(async () => {
          const [ended] = await sql<{ isEnded: boolean }[]>`
            SELECT coalesce(bool_or(pg_terminate_backend(pid)), false) AS "isEnded" FROM pg_stat_activity
            WHERE datname = current_database() AND query LIKE 'COPY%' AND wait_event_type = 'Lock'`;
          return ended?.isEnded;
        })
        .toBe(true);
      await rejected;
    });
  });

  it.each([0, 700])("rejects with the error of row %i, which has no text", async (index) => {
    const rows = Array.from({ length: 1_000 }, (_, row) => ["q5", row === index ? new Date(Number.NaN) : "", "", 1]);

    await expect(copyCountries(rows)).rejects.toThrow(RangeError);
  });

  it("copies an empty text", async () => {
    expect(await copyCountries([country("q6", "")])).toBe(1);
    expect(await database().sql`SELECT name FROM countries WHERE code = 'q6'`).toEqual([{ name: "" }]);
  });

  it("leaves the connection fit for the next statement", async () => {
    await database().sql.begin(async (transaction) => {
      const copied = transaction.savepoint((point) =>
        copyRows(point, "countries", ["code", "name", "emoji", "priority"], [country("us", "Twice")]),
      );
      await expect(copied).rejects.toMatchObject({ code: "23505" });
      expect(
        await copyRows(transaction, "countries", ["code", "name", "emoji", "priority"], [country("q4", "New")]),
      ).toBe(1);
    });
    expect(await database().sql`SELECT name FROM countries WHERE code = 'q4'`).toEqual([{ name: "New" }]);
  });
});
