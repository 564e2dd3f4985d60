import { type Draws, drawsFrom } from "../catalogue/random.ts";
import type { PictureSubject } from "./addresses.ts";

export type Palette = {
  readonly from: string;
  readonly to: string;
  readonly accent: string;
  readonly second: string;
  readonly tint: string;
};

/** With this step between the hues of revisions, a similar hue returns only after many revisions. */
const HUE_STEP = 67;
const HUES = 360;

export function drawsOf({ platform, bundleId, revision }: PictureSubject): Draws {
  return drawsFrom(`${platform}:${bundleId}:picture:${revision}`);
}

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

/** Yellow and green are perceived as lighter than other hues, so white would have too little contrast. */
const LIGHT_HUES = { from: 35, to: 190, darker: 11 };
const SURFACE_LIGHTNESS = 90;

function colour(angle: number, saturation: number, lightness: number): string {
  const hue = ((angle % HUES) + HUES) % HUES;
  const isLight = hue >= LIGHT_HUES.from && hue <= LIGHT_HUES.to && lightness < SURFACE_LIGHTNESS;
  return `hsl(${hue},${saturation}%,${isLight ? lightness - LIGHT_HUES.darker : lightness}%)`;
}
