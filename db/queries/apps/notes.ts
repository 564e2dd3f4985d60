import { type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import * as z from "zod";

import { NOTES_MAX } from "../../../lib/domain/note.ts";
import { countedPage, countedPageSchema } from "../../counted-page.ts";
import { objectIfFound, projection } from "../../projection.ts";
import { apps } from "../../schema/apps.ts";
import { notes } from "../../schema/notebook.ts";
import { type Placeholders, statement } from "../../statement.ts";
import { shownName } from "./tracked-apps.ts";

const n = alias(notes, "n");
const about = alias(apps, "about");
const start = alias(notes, "start");

const appOfNote = projection({
  id: about.id,
  platform: about.platform,
  external_id: about.externalId,
  name: shownName(about),
  icon_url: about.iconUrl,
});
const note = projection({
  id: n.id,
  day: n.day,
  app: objectIfFound(about.id, appOfNote),
  text: n.text,
  created_at: n.createdAt,
  updated_at: n.updatedAt,
});

export const noteSchema = note.row;

/** Returns a JSON list of notes, those of the latest day first. `rows` is a query for rows of the table. */
export function notesOf(rows: SQL): SQL {
  return sql`
    SELECT coalesce(json_agg(${note.json} ORDER BY ${n.day} DESC, ${n.id} DESC), '[]')
    FROM (${rows}) n LEFT JOIN ${apps} about ON ${about.id} = ${n.appId}`;
}

type NoteFilter = {
  readonly userId: number;
  /** The first and the last day, YYYY-MM-DD. */
  readonly from: string | null;
  readonly to: string | null;
  readonly appId: number | null;
};
type NotePage = {
  readonly limit: number;
  readonly offset: number;
  /** The page begins after this note while it exists. Otherwise `offset` decides. */
  readonly afterId: number | null;
};

export const listNotes = statement({
  name: "list_notes",
  effect: "reads",
  returns: "only",
  row: () => countedPageSchema(note.row()),
  rows: "trusted",
  sql: ({ userId, from, to, appId, limit, offset, afterId }: Placeholders<NoteFilter & NotePage>) => {
    const wanted = sql`${notes} n WHERE ${n.userId} = ${userId}
      AND (${from}::date IS NULL OR ${n.day} >= ${from}::date) AND (${to}::date IS NULL OR ${n.day} <= ${to}::date)
      AND (${appId}::int IS NULL OR ${n.appId} = ${appId}::int)`;
    return sql`
      WITH start AS MATERIALIZED (
        SELECT ${start.day}, ${start.id} FROM ${notes} start
        WHERE ${start.id} = ${afterId}::int AND ${start.userId} = ${userId}
      )
      ${countedPage({
        total: sql`SELECT count(*)::int FROM ${wanted}`,
        page: sql`
          SELECT ${note.columns} FROM (
            SELECT n.* FROM ${wanted}
              AND (NOT EXISTS (SELECT 1 FROM start) OR (${n.day}, ${n.id}) < (SELECT day, id FROM start))
            ORDER BY ${n.day} DESC, ${n.id} DESC LIMIT ${limit}
            OFFSET CASE WHEN EXISTS (SELECT 1 FROM start) THEN 0 ELSE ${offset}::int END
          ) n LEFT JOIN ${apps} about ON ${about.id} = ${n.appId} ORDER BY ${n.day} DESC, ${n.id} DESC`,
      })}`;
  },
});

type NewNote = {
  readonly userId: number;
  readonly day: string;
  readonly appId: number | null;
  readonly text: string;
};

const knownApp = (appId: SQL) => sql`
  SELECT ${appId} IS NULL OR EXISTS (SELECT 1 FROM ${apps} WHERE ${apps.id} = ${appId}) AS is_known`;

export const insertNote = statement({
  name: "insert_note",
  effect: "writes",
  returns: "only",
  row: () => z.object({ note: note.row().nullable(), is_full: z.boolean(), is_known: z.boolean() }),
  sql: ({ userId, day, appId, text }: Placeholders<NewNote>) => sql`
    WITH locked AS MATERIALIZED (SELECT coalesce(lock_notes(${userId}::int) >= ${NOTES_MAX}, true) AS is_full),
    known AS MATERIALIZED (${knownApp(sql`${appId}::int`)}),
    n AS (
      INSERT INTO ${notes} (user_id, day, app_id, text)
      SELECT ${userId}::int, ${day}::date, ${appId}::int, ${text}::text FROM locked CROSS JOIN known
      WHERE NOT is_full AND is_known RETURNING *
    )
    SELECT is_full, is_known,
      (SELECT ${note.json} FROM n LEFT JOIN ${apps} about ON ${about.id} = ${n.appId}) AS note
    FROM locked CROSS JOIN known`,
});

type ChangedNote = {
  readonly id: number;
  readonly userId: number;
  readonly day: string | null;
  readonly changesApp: boolean;
  readonly appId: number | null;
  readonly text: string | null;
};

const old = alias(notes, "old");

/** Null stands for what stays. The app stays unless `changesApp`. */
export const updateNote = statement({
  name: "update_note",
  effect: "writes",
  returns: "only",
  row: () => z.object({ note: note.row().nullable(), is_known: z.boolean() }),
  sql: ({ id, userId, day, changesApp, appId, text }: Placeholders<ChangedNote>) => sql`
    WITH known AS MATERIALIZED (${knownApp(sql`${appId}::int`)}),
    n AS (
      UPDATE ${notes} old SET day = coalesce(${day}::date, ${old.day}), text = coalesce(${text}::text, ${old.text}),
        app_id = CASE WHEN ${changesApp}::boolean THEN ${appId}::int ELSE ${old.appId} END,
        updated_at = clock_timestamp()
      FROM known WHERE ${old.id} = ${id} AND ${old.userId} = ${userId} AND is_known RETURNING old.*
    )
    SELECT is_known,
      (SELECT ${note.json} FROM n LEFT JOIN ${apps} about ON ${about.id} = ${n.appId}) AS note
    FROM known`,
});

export const deleteNote = statement({
  name: "delete_note",
  effect: "writes",
  returns: "any",
  sql: ({ id, userId }: Placeholders<{ id: number; userId: number }>) => sql`
    DELETE FROM ${notes} n WHERE ${n.id} = ${id} AND ${n.userId} = ${userId} RETURNING 1`,
});
