import { sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import * as z from "zod";

import { projection, shown } from "../../projection.ts";
import { appInstalls } from "../../schema/facts.ts";
import { type Placeholders, statement } from "../../statement.ts";

const i = alias(appInstalls, "i");

const point = projection({ date: shown(sql`${i.day}::text`, () => z.string()), installs: i.installs });

type InstallsInput = { readonly appId: number; readonly from: string; readonly to: string };

/** Returns the days on which installs were read, oldest first. */
export const listInstalls = statement({
  name: "list_installs",
  effect: "reads",
  row: point.row,
  rows: "trusted",
  sql: ({ appId, from, to }: Placeholders<InstallsInput>) => sql`
    SELECT ${point.columns} FROM ${appInstalls} i
    WHERE ${i.appId} = ${appId} AND ${i.day} BETWEEN ${from}::date AND ${to}::date ORDER BY ${i.day}`,
});
