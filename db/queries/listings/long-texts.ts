import { type SQL, type SQLWrapper, sql } from "drizzle-orm";

import { TEXT_LENGTH_MAX } from "../../../lib/domain/change-limits.ts";

/** Beside many others a text is shown up to this length. */
const lengthMax = sql`${TEXT_LENGTH_MAX}`.inlineParams();

/** Returns the hash under which a text is stored. */
export function hashOf(text: SQLWrapper): SQL {
  return sql`sha256(convert_to(${text}, 'UTF8'))`;
}

export function beginningOf(text: SQLWrapper): SQL {
  return sql`left(${text}, ${lengthMax})`;
}

/** Returns whether the beginning is not the whole of any of these texts. */
export function areCut(...texts: readonly SQLWrapper[]): SQL {
  return sql.join(
    texts.map((text) => sql`coalesce(char_length(${text}) > ${lengthMax}, false)`),
    sql` OR `,
  );
}
