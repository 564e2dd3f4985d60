import { type SQL, type SQLWrapper, sql } from "drizzle-orm";

/** The pattern of LIKE for texts that contain this one; every character of it stands for itself. */
export function patternContaining(text: string): string {
  return `%${text.replaceAll(/[\\%_]/g, "\\$&")}%`;
}

/** The condition of a case-insensitive search. */
export function matchesPattern(text: SQLWrapper, pattern: SQLWrapper): SQL {
  return sql`${foldLetterI(text)} ILIKE ${foldLetterI(pattern)}`;
}

/** Turkish pairs İ with i and I with ı, other languages pair I with i: a search cannot know which of them is meant. */
function foldLetterI(text: SQLWrapper): SQL {
  return sql`translate(${text}, 'İIı', 'iii')`;
}
