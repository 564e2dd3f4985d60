import { phrasesByLanguage } from "../catalogue/languages.ts";
import type { Draws } from "../catalogue/random.ts";
import type { Picture } from "./addresses.ts";
import { circle, escaped, gradient, linesOf, rect } from "./markup.ts";
import { drawsOf, type Palette, paletteOf } from "./palette.ts";
import { SCENE_WIDTH, scenes } from "./scenes.ts";

type Screenshot = Extract<Picture, { kind: "screenshot" }>;

/** Pixels of each device. The drawing is `WIDTH` units wide on all of them. */
const sizes = {
  iphone: { width: 1290, height: 2796 },
  phone: { width: 1080, height: 2160 },
  ipad: { width: 2048, height: 2732 },
} as const;

const WIDTH = 1_000;
const HEADLINE_LETTERS = 19;
const HEADLINE_LINES = 3;
const LINE_HEIGHT = 92;
const HEADLINE_TOP = 150;
const RIGHT_TO_LEFT = "ar";

export function drawScreenshot(shot: Screenshot): string {
  const { width, height } = sizes[shot.device];
  const palette = paletteOf(shot);
  const draws = drawsOf(shot);
  const tall = Math.round((WIDTH * height) / width);
  const headline = headlineOf(shot, draws);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${WIDTH} ${tall}" ` +
      `role="img" aria-label="${escaped(headline)}">`,
    `<defs>${gradient("ground", palette.from, palette.to)}</defs>`,
    `<rect width="${WIDTH}" height="${tall}" fill="url(#ground)"/>`,
    circle(draws.int(`glow x ${shot.order}`, 0, WIDTH), draws.int("glow y", 100, 600), 420, "white", 0.09),
    headlineText(headline, shot),
    device(shot, { palette, draws, tall }),
    "</svg>",
  ].join("");
}

function headlineOf({ language, brand, theme, order }: Screenshot, draws: Draws): string {
  const phrases = phrasesByLanguage[language];
  const sentences = order === 0 ? phrases.subtitles : phrases.features;
  const sentence = sentences[(draws.int("first sentence", 0, 89) + order) % sentences.length] ?? "";
  return sentence
    .replaceAll("{name}", brand)
    .replaceAll("{theme}", phrases.themes[theme])
    .replaceAll("{n}", String(draws.int(`n ${order}`, 2, 60)));
}

function headlineText(headline: string, { language }: Screenshot): string {
  const direction = language === RIGHT_TO_LEFT ? ' direction="rtl"' : "";
  const lines = linesOf(headline, HEADLINE_LETTERS)
    .slice(0, HEADLINE_LINES)
    .map((line, index) => `<tspan x="500" y="${HEADLINE_TOP + index * LINE_HEIGHT}">${escaped(line)}</tspan>`);
  return (
    '<text text-anchor="middle" font-family="system-ui,sans-serif" font-weight="750" font-size="78" ' +
    `fill="white"${direction}>${lines.join("")}</text>`
  );
}

function device(shot: Screenshot, { palette, draws, tall }: { palette: Palette; draws: Draws; tall: number }): string {
  const isTablet = shot.device === "ipad";
  const frame = isTablet ? { x: 90, width: 820 } : { x: 140, width: 720 };
  const bezel = isTablet ? 26 : 18;
  const top = HEADLINE_TOP + HEADLINE_LINES * LINE_HEIGHT;
  const height = tall - top + 120;
  const scale = (frame.width - 2 * bezel) / SCENE_WIDTH;
  const offset = draws.int("first scene", 0, scenes.length - 1);
  const scene = scenes[(offset + shot.order) % scenes.length] ?? scenes[0];
  const title = phrasesByLanguage[shot.language].themes[shot.theme];
  const screen = Math.ceil((height - bezel) / scale);
  return [
    rect({ ...frame, y: top, height }, { fill: "#11151d", radius: isTablet ? 60 : 96 }),
    `<svg x="${frame.x + bezel}" y="${top + bezel}" width="${frame.width - 2 * bezel}" height="${height}" ` +
      `viewBox="0 0 ${SCENE_WIDTH} ${screen}" preserveAspectRatio="xMidYMin slice">`,
    rect(
      { x: 0, y: 0, width: SCENE_WIDTH, height: screen + 100 },
      { fill: "hsl(220,24%,96%)", radius: isTablet ? 36 : 80 },
    ),
    scene({ title, palette, draws, height: screen }),
    '<text x="44" y="138" font-family="system-ui,sans-serif" font-weight="700" font-size="54" fill="#1b2130">' +
      `${escaped(title)}</text>`,
    circle(630, 118, 30, palette.accent),
    isTablet ? "" : rect({ x: 265, y: 24, width: 170, height: 40 }, { fill: "#11151d", radius: 20 }),
    "</svg>",
  ].join("");
}
