export function faultIf(isFault: boolean, sentence: string): readonly string[] {
  return isFault ? [sentence] : [];
}
