import type { ISql } from "postgres";

import { type Server, withConnection } from "./connect-to.ts";

/** A database beside that of the service, so that the rehearsal writes no row into the latter. */
const MARKS_DATABASE = "restore_rehearsal";

/** Rows that are written while the backup runs, before the restore point and after it. */
export type Marks = {
  /** Writes one row. */
  readonly write: () => Promise<void>;
  readonly noteRestorePoint: () => void;
  readonly counts: () => { readonly before: number; readonly after: number };
};

/** Works with marks on a server, and deletes their database. */
export async function withMarks<Result>(server: Server, work: (marks: Marks) => Promise<Result>): Promise<Result> {
  await removeMarks(server);
  try {
    await withConnection(server, "postgres", (sql) => sql`CREATE DATABASE ${sql(MARKS_DATABASE)}`);
    return await withConnection(server, MARKS_DATABASE, async (sql) => work(await createMarks(sql)));
  } finally {
    await removeMarks(server);
  }
}

async function createMarks(sql: ISql): Promise<Marks> {
  await sql`CREATE TABLE marks (n integer PRIMARY KEY)`;
  let [written, before] = [0, 0];
  return {
    write: async () => {
      written += 1;
      await sql`INSERT INTO marks VALUES (${written}::int)`;
    },
    noteRestorePoint: () => {
      before = written;
    },
    counts: () => ({ before, after: written - before }),
  };
}

/** Returns how many marks a restored server has, and the last one, and deletes them. */
export async function takeMarks(server: Server): Promise<{ readonly count: number; readonly last: number }> {
  const [found] = await withConnection(
    server,
    MARKS_DATABASE,
    (sql) => sql<{ count: number; last: number }[]>`SELECT count(*)::int AS count, max(n) AS last FROM marks`,
  );
  await removeMarks(server);
  if (found === undefined) throw new TypeError("A count has no row.");
  return found;
}

async function removeMarks(server: Server): Promise<void> {
  await withConnection(server, "postgres", (sql) => sql`DROP DATABASE IF EXISTS ${sql(MARKS_DATABASE)} WITH (FORCE)`);
}
