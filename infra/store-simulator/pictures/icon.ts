import type { Draws } from "../catalogue/random.ts";
import type { Picture } from "./addresses.ts";
import { glyphs } from "./glyphs.ts";
import { circle, escaped, gradient } from "./markup.ts";
import { drawsOf, type Palette, paletteOf } from "./palette.ts";

type Icon = Extract<Picture, { kind: "icon" }>;

/** An icon is drawn in a square with this side. A header of Google Play shows a wider part of it. */
const SIDE = 512;
const GLYPH_SIDE = 48;

export function drawIcon(icon: Icon): string {
  const palette = paletteOf(icon);
  const draws = drawsOf(icon);
  const label = escaped(`${icon.brand}, revision ${icon.revision}`);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${icon.width}" height="${icon.height}" viewBox="0 0 ${SIDE} ` +
      `${SIDE}" preserveAspectRatio="xMidYMid slice" role="img" aria-label="${label}">`,
    `<defs>${gradient("ground", palette.from, palette.to)}</defs>`,
    `<rect x="${-SIDE}" width="${3 * SIDE}" height="${SIDE}" fill="url(#ground)"/>`,
    pattern(draws),
    draws.chance("letter", 0.3) ? letter(icon.brand, draws) : glyph(icon, draws, palette),
    "</svg>",
  ].join("");
}

function pattern(draws: Draws): string {
  const [x, y] = [draws.int("x", 60, 450), draws.int("y", 40, 470)];
  switch (draws.int("pattern", 0, 3)) {
    case 0:
      return [230, 330, 430].map((radius) => circle(x, y, radius, "white", 0.08)).join("");
    case 1:
      return `<g transform="rotate(${draws.int("angle", 15, 75)} 256 256)">${[-60, 130, 320]
        .map((top) => `<rect x="-300" y="${top}" width="1112" height="90" fill="white" opacity=".09"/>`)
        .join("")}</g>`;
    case 2:
      return `<path d="M-20 ${y}C130 ${y - 160} 300 ${y + 160} 532 ${y - 60}V532H-20z" fill="white" opacity=".14"/>`;
    default:
      return [0, 1, 2, 3, 4].map((n) => circle(40 + n * 108, y, 20 + ((x + n * 31) % 60), "white", 0.1)).join("");
  }
}

function letter(brand: string, draws: Draws): string {
  const tilt = draws.int("tilt", -12, 12);
  return (
    '<text x="256" y="368" text-anchor="middle" font-family="system-ui,sans-serif" font-weight="800" ' +
    `font-size="320" fill="white" transform="rotate(${tilt} 256 256)">${escaped(brand.charAt(0))}</text>`
  );
}

function glyph({ theme }: Icon, draws: Draws, { accent }: Palette): string {
  const side = draws.int("size", 250, 330);
  const place = (SIDE - side) / 2;
  const turn = draws.pick("turn", [0, 0, -8, 8]);
  return (
    `<g transform="rotate(${turn} 256 256) translate(${place} ${place}) scale(${(side / GLYPH_SIDE).toFixed(3)})" ` +
    `fill="white" color="${accent}">${glyphs[theme]}</g>`
  );
}
