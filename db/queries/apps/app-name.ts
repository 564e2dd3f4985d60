import { sql } from "drizzle-orm";
import * as z from "zod";

import { shown } from "../../projection.ts";
import type { Columns } from "../../statement.ts";

/** Returns the app's external id until a name is known. */
export function shownName({ name, externalId }: Columns<"name" | "externalId">) {
  return shown(sql`coalesce(${name}, ${externalId})`, () => z.string());
}
