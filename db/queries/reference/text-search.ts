import { type SQL, type SQLWrapper, sql } from "drizzle-orm";

/** Returns a LIKE pattern for texts that contain this one. No character is a wildcard. */
export function patternContaining(text: string): string {
  return `%${text.replaceAll(/[\\%_]/g, "\\$&")}%`;
}

/** Returns the condition of a case-insensitive search. */
export function matchesPattern(text: SQLWrapper, pattern: SQLWrapper): SQL {
  return sql`${foldLetterI(text)} ILIKE ${foldLetterI(pattern)}`;
}

/** Turkish pairs İ with i and I with ı, other languages pair I with i: a search cannot know which one is meant. */
function foldLetterI(text: SQLWrapper): SQL {
  return sql`translate(${text}, 'İIı', 'iii')`;
}
