/** The pattern of LIKE for texts that contain this one; every character of it stands for itself. */
export function patternContaining(text: string): string {
  return `%${text.replaceAll(/[\\%_]/g, "\\$&")}%`;
}

/** The condition of a case-insensitive search, for SQL expressions of a text and of a pattern. */
export function matchesPattern(text: string, pattern: string): string {
  return `${foldLetterI(text)} ILIKE ${foldLetterI(pattern)}`;
}

/** Turkish pairs İ with i and I with ı, other languages pair I with i: a search cannot know which of them is meant. */
function foldLetterI(text: string): string {
  return `translate(${text}, 'İIı', 'iii')`;
}
