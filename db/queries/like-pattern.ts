/** The pattern of LIKE for texts that contain this one; every character of it stands for itself. */
export function patternContaining(text: string): string {
  return `%${text.replaceAll(/[\\%_]/g, "\\$&")}%`;
}
