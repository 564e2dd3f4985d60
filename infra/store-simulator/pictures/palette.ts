import { type Draws, drawsFrom } from "../catalogue/random.ts";
import type { PictureSubject } from "./addresses.ts";

export type Palette = {
  /** The two ends of the gradient behind everything. */
  readonly from: string;
  readonly to: string;
  /** Stands out on a light surface. */
  readonly accent: string;
  readonly second: string;
  /** A light surface of the same hue. */
  readonly tint: string;
};

/** A step between the hues of two revisions that never leads back to a near one soon. */
const HUE_STEP = 67;
const HUES = 360;

export function drawsOf({ platform, bundleId, revision }: PictureSubject): Draws {
  return drawsFrom(`${platform}:${bundleId}:picture:${revision}`);
}

/** Returns the colours of an app's revision: its own hue, turned with each revision. */
export function paletteOf({ bundleId, revision }: Pick<PictureSubject, "bundleId" | "revision">): Palette {
  const draws = drawsFrom(`${bundleId}:colours`);
  const first = draws.int("hue", 0, HUES - 1) + revision * HUE_STEP;
  const other = first + draws.int("spread", 24, 70);
  return {
    from: colour(first, 72, 52),
    to: colour(other, 76, 40),
    accent: colour(first, 70, 46),
    second: colour(other + 90, 68, 52),
    tint: colour(first, 60, 95),
  };
}

/** Yellow and green look lighter than other hues, so that white would not stand out on them. */
const LIGHT_HUES = { from: 35, to: 190, darker: 11 };
const SURFACE_LIGHTNESS = 90;

function colour(angle: number, saturation: number, lightness: number): string {
  const hue = ((angle % HUES) + HUES) % HUES;
  const isLight = hue >= LIGHT_HUES.from && hue <= LIGHT_HUES.to && lightness < SURFACE_LIGHTNESS;
  return `hsl(${hue},${saturation}%,${isLight ? lightness - LIGHT_HUES.darker : lightness}%)`;
}
