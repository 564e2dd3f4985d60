import { type SQL, type SQLWrapper, sql } from "drizzle-orm";

import { TEXT_LENGTH_MAX } from "../../../lib/domain/change-limits.ts";

const lengthMax = sql`${TEXT_LENGTH_MAX}`.inlineParams();

export function hashOf(text: SQLWrapper): SQL {
  return sql`sha256(convert_to(${text}, 'UTF8'))`;
}

export function beginningOf(text: SQLWrapper): SQL {
  return sql`left(${text}, ${lengthMax})`;
}

export function areCut(...texts: readonly SQLWrapper[]): SQL {
  return sql.join(
    texts.map((text) => sql`coalesce(char_length(${text}) > ${lengthMax}, false)`),
    sql` OR `,
  );
}
