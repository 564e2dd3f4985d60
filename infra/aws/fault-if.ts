/** Returns the sentence where it holds, for the list of a stage's faults. */
export function faultIf(isFault: boolean, sentence: string): readonly string[] {
  return isFault ? [sentence] : [];
}
