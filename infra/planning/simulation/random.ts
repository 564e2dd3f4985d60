/** Draws evenly from 0 to 1, 1 not included; the same seed draws the same (mulberry32). */
export function createRandom(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** How many of `count` trials happen, drawn by the gaps between those that do: cheap where few do. */
export function drawCount(random: () => number, count: number, probability: number): number {
  if (probability <= 0) return 0;
  if (probability >= 1) return count;
  const perGap = Math.log1p(-probability);
  let happened = 0;
  for (let trial = gap(); trial < count; trial += 1 + gap()) happened += 1;
  return happened;

  function gap(): number {
    return Math.floor(Math.log1p(-random()) / perGap);
  }
}
