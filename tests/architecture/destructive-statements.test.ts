import { describe, expect, it } from "vitest";

import { findUnmarkedDestruction } from "./destructive-statements.ts";

const faults = (sql: string) => findUnmarkedDestruction(sql).map(({ what }) => what);

describe("a statement of a migration", () => {
  it.each([
    ["DROP TABLE notes", "drops something"],
    ["ALTER TABLE notes ADD COLUMN a int, DROP COLUMN b", "drops something"],
    ["DO $$ BEGIN DROP INDEX notes_index; END $$", "drops something"],
    ["ALTER TABLE notes ALTER COLUMN id TYPE bigint", "changes a type"],
    ["ALTER TABLE notes ALTER id SET DATA TYPE bigint", "changes a type"],
    ["alter table notes rename to remarks", "renames something"],
    ["TRUNCATE notes", "empties a table"],
    ["DELETE FROM notes", "deletes every row"],
    ["ALTER TABLE notes ALTER COLUMN text SET NOT NULL", "requires a column that the release before does not write"],
    ["ALTER TABLE notes ADD price numeric(8, 2) NOT NULL", "requires a column that the release before does not write"],
  ])("needs a reason for %s", (sql, what) => {
    expect(faults(`${sql};`)).toEqual([what]);
    expect(faults(`-- destructive: no release since 0.3 reads this.\n${sql};`)).toEqual([]);
  });

  it.each([
    "CREATE TABLE notes (id int NOT NULL, app_id int REFERENCES apps (id) ON DELETE CASCADE);",
    "ALTER TABLE notes ADD COLUMN text text NOT NULL DEFAULT '';",
    "ALTER TABLE notes ADD COLUMN text text;",
    "ALTER TABLE notes ADD CONSTRAINT notes_text_check CHECK (text IS NOT NULL) NOT VALID;",
    "ALTER TABLE notes ALTER COLUMN text DROP NOT NULL;",
    "DELETE FROM notes WHERE text IS NULL;",
    "-- We no longer DROP anything; not even here.\nSELECT 1;",
    "COMMENT ON TABLE notes IS 'DROP; TRUNCATE';",
    "CREATE FUNCTION forget() RETURNS void LANGUAGE sql AS $$ DELETE FROM notes; $$;",
  ])("needs no reason where it removes nothing: %s", (sql) => {
    expect(faults(sql)).toEqual([]);
  });

  it("is not excused by the reason of another statement or an empty one", () => {
    expect(faults("-- destructive: nobody reads it any longer.\nDROP TABLE a;\nDROP TABLE b;")).toHaveLength(1);
    expect(faults("-- destructive:\nDROP TABLE a;")).toHaveLength(1);
  });
});
