import { type SQL, type SQLWrapper, sql } from "drizzle-orm";

/** Returns a LIKE pattern in which no character of the text is a wildcard. */
export function patternContaining(text: string): string {
  return `%${text.replaceAll(/[\\%_]/g, "\\$&")}%`;
}

export function matchesPattern(text: SQLWrapper, pattern: SQLWrapper): SQL {
  return sql`${foldLetterI(text)} ILIKE ${foldLetterI(pattern)}`;
}

/** Turkish pairs İ with i and I with ı, and a search cannot know the language. */
function foldLetterI(text: SQLWrapper): SQL {
  return sql`translate(${text}, 'İIı', 'iii')`;
}
