import type { Draws } from "../catalogue/random.ts";
import { circle, escaped, rect } from "./markup.ts";
import type { Palette } from "./palette.ts";

type Scene = (input: {
  readonly title: string;
  readonly palette: Palette;
  readonly draws: Draws;
  readonly height: number;
}) => string;

export const SCENE_WIDTH = 700;

const MARGIN = 44;
const INNER = SCENE_WIDTH - 2 * MARGIN;
const TOP = 190;
const QUIET = "hsl(220,14%,86%)";

function times(count: number, draw: (index: number) => string): string {
  return Array.from({ length: count }, (_, index) => draw(index)).join("");
}

const list: Scene = ({ palette, draws, height }) =>
  times(Math.ceil((height - TOP) / 130), (n) => {
    const y = TOP + n * 130;
    const isMarked = draws.chance(`marked ${n}`, 0.3);
    return [
      rect({ x: MARGIN, y, width: INNER, height: 108 }, { fill: isMarked ? palette.tint : "white", radius: 24 }),
      circle(MARGIN + 56, y + 54, 30, isMarked ? palette.accent : palette.second, isMarked ? 1 : 0.55),
      rect({ x: 160, y: y + 28, width: draws.int(`a${n}`, 180, 420), height: 20 }, { fill: "#3a4150", radius: 10 }),
      rect({ x: 160, y: y + 64, width: draws.int(`b${n}`, 120, 360), height: 14 }, { fill: QUIET, radius: 7 }),
    ].join("");
  });

const graph: Scene = ({ palette, draws }) => {
  const points = Array.from({ length: 9 }, (_, n) => [MARGIN + (n * INNER) / 8, 640 - draws.int(`p${n}`, 20, 300)]);
  const line = points.map((point) => point.join(" ")).join("L");
  return [
    rect({ x: MARGIN, y: TOP, width: 300, height: 62 }, { fill: palette.accent, radius: 16 }),
    rect({ x: MARGIN, y: TOP + 84, width: 190, height: 22 }, { fill: QUIET, radius: 11 }),
    `<path d="M${line}L${MARGIN + INNER} 700L${MARGIN} 700z" fill="${palette.accent}" opacity=".16"/>`,
    `<path d="M${line}" fill="none" stroke="${palette.accent}" stroke-width="9" stroke-linejoin="round"/>`,
    times(7, (n) => {
      const tall = draws.int(`bar ${n}`, 90, 400);
      const fill = n % 3 === 1 ? palette.second : palette.accent;
      return rect({ x: MARGIN + n * 89, y: 1240 - tall, width: 58, height: tall }, { fill, radius: 18, opacity: 0.8 });
    }),
  ].join("");
};

const cards: Scene = ({ palette, draws, height }) =>
  times(2 * Math.ceil((height - TOP) / 330), (n) => {
    const [x, y] = [MARGIN + (n % 2) * 316, TOP + Math.floor(n / 2) * 330];
    const fill = draws.pick(`card ${n}`, [palette.from, palette.to, palette.second, palette.accent]);
    return [
      rect({ x, y, width: 296, height: 300 }, { fill: "white", radius: 30 }),
      rect({ x, y, width: 296, height: 200 }, { fill, radius: 30, opacity: 0.85 }),
      circle(
        x + draws.int(`cx${n}`, 60, 230),
        y + draws.int(`cy${n}`, 50, 150),
        draws.int(`r${n}`, 24, 70),
        "white",
        0.3,
      ),
      rect({ x: x + 24, y: y + 226, width: draws.int(`t${n}`, 110, 240), height: 20 }, { fill: "#3a4150", radius: 10 }),
      rect({ x: x + 24, y: y + 260, width: 96, height: 14 }, { fill: QUIET, radius: 7 }),
    ].join("");
  });

const bubbles: Scene = ({ palette, draws, height }) =>
  times(Math.ceil((height - TOP) / 150), (n) => {
    const isOwn = draws.chance(`own ${n}`, 0.5);
    const width = draws.int(`w${n}`, 220, 460);
    const x = isOwn ? SCENE_WIDTH - MARGIN - width : MARGIN;
    const y = TOP + n * 150;
    return [
      rect({ x, y, width, height: 116 }, { fill: isOwn ? palette.accent : "white", radius: 44 }),
      times(2, (line) =>
        rect(
          { x: x + 40, y: y + 34 + line * 32, width: (width - 80) * (line === 0 ? 1 : 0.6), height: 16 },
          { fill: isOwn ? "white" : QUIET, radius: 8, opacity: isOwn ? 0.75 : 1 },
        ),
      ),
    ].join("");
  });

const ring: Scene = ({ palette, draws }) => {
  const share = draws.int("share", 35, 96);
  const length = 2 * Math.PI * 210;
  const arc = `${((length * share) / 100).toFixed(0)} ${length.toFixed(0)}`;
  const stroke = 'cx="350" cy="480" r="210" fill="none" stroke-width="46"';
  return [
    `<circle ${stroke} stroke="${palette.tint}"/>`,
    `<circle ${stroke} stroke="${palette.accent}" stroke-linecap="round" stroke-dasharray="${arc}" ` +
      'transform="rotate(-90 350 480)"/>',
    '<text x="350" y="515" text-anchor="middle" font-family="system-ui,sans-serif" font-weight="700" ' +
      `font-size="104" fill="#262c38">${share}%</text>`,
    times(3, (n) => {
      const x = MARGIN + n * 210;
      return [
        rect({ x, y: 800, width: 190, height: 210 }, { fill: "white", radius: 30 }),
        circle(x + 60, 865, 28, [palette.accent, palette.second, palette.to][n] ?? palette.accent),
        rect({ x: x + 32, y: 918, width: draws.int(`s${n}`, 60, 130), height: 24 }, { fill: "#3a4150", radius: 12 }),
        rect({ x: x + 32, y: 960, width: 90, height: 14 }, { fill: QUIET, radius: 7 }),
      ].join("");
    }),
  ].join("");
};

const month: Scene = ({ palette, draws }) =>
  rect({ x: MARGIN, y: TOP, width: INNER, height: 640 }, { fill: "white", radius: 36 }) +
  times(42, (n) => {
    const [x, y] = [MARGIN + 54 + (n % 7) * 84, TOP + 90 + Math.floor(n / 7) * 92];
    const isMarked = draws.chance(`day ${n}`, 0.28);
    return circle(x, y, isMarked ? 32 : 10, isMarked ? (n % 2 ? palette.accent : palette.second) : QUIET);
  }) +
  times(4, (n) => {
    const width = draws.int(`event ${n}`, 300, INNER);
    return rect({ x: MARGIN, y: 880 + n * 112, width, height: 84 }, { fill: palette.tint, radius: 24 });
  });

const hero: Scene = ({ palette, draws, title }) => {
  const ridge = [0, 1, 2, 3, 4].map((n) => `${MARGIN + n * 153} ${draws.int(`ridge ${n}`, 420, 700)}`).join("L");
  return [
    rect({ x: MARGIN, y: TOP, width: INNER, height: 640 }, { fill: "url(#ground)", radius: 44 }),
    circle(draws.int("sun", 180, 520), 340, 86, "white", 0.5),
    `<path d="M${ridge}V786a44 44 0 0 1-44 44H88a44 44 0 0 1-44-44z" fill="white" opacity=".28"/>`,
    '<text x="350" y="920" text-anchor="middle" font-family="system-ui,sans-serif" font-weight="700" ' +
      `font-size="46" fill="#262c38">${escaped(title)}</text>`,
    rect({ x: MARGIN, y: 984, width: INNER, height: 14 }, { fill: QUIET, radius: 7 }),
    rect({ x: MARGIN, y: 984, width: draws.int("played", 120, 520), height: 14 }, { fill: palette.accent, radius: 7 }),
    circle(350, 1110, 66, palette.accent),
    '<path d="M334 1078v64l50-32z" fill="white"/>',
    circle(190, 1110, 36, QUIET) + circle(510, 1110, 36, QUIET),
  ].join("");
};

const map: Scene = ({ palette, draws, height }) => {
  const road = (n: number) => {
    const [a, b] = [draws.int(`from ${n}`, TOP, height), draws.int(`to ${n}`, TOP, height)];
    return (
      `<path d="M0 ${a}C240 ${b} 460 ${a} 700 ${b}" fill="none" stroke="white" ` +
      `stroke-width="${18 + (n % 3) * 10}"/>`
    );
  };
  const pin = (n: number) => {
    const [x, y] = [draws.int(`px${n}`, 90, 610), draws.int(`py${n}`, TOP + 60, 1100)];
    return (
      `<path d="M${x} ${y}c-60-80-60-150 0-150s60 70 0 150z" fill="${n % 2 ? palette.second : palette.accent}"/>` +
      `${circle(x, y - 100, 16, "white")}`
    );
  };
  return rect({ x: 0, y: 150, width: SCENE_WIDTH, height }, { fill: palette.tint }) + times(7, road) + times(5, pin);
};

export const scenes: readonly [Scene, ...Scene[]] = [list, graph, cards, bubbles, ring, month, hero, map];
