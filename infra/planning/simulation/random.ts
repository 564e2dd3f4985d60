import { uniformFloat64 } from "pure-rand/distribution/uniformFloat64";
import { xoroshiro128plus } from "pure-rand/generator/xoroshiro128plus";

/** Returns a source of numbers from 0 to 1, 1 not included, the same for the same seed. */
export function seededRandom(seed: number): () => number {
  const generator = xoroshiro128plus(seed);
  return () => uniformFloat64(generator);
}

/** Returns how many of `count` trials happen, drawn by the gaps between those that do: cheap where few do. */
export function drawCount(random: () => number, count: number, probability: number): number {
  if (probability <= 0) return 0;
  if (probability >= 1) return count;
  const perGap = Math.log1p(-probability);
  const gap = () => Math.floor(Math.log1p(-random()) / perGap);
  let happened = 0;
  for (let trial = gap(); trial < count; trial += 1 + gap()) happened += 1;
  return happened;
}
