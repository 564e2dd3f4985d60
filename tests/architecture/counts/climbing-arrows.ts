import { findCircles } from "./circles.ts";
import { type Files, findImports } from "./imports.ts";

/** That files of one room import files of another. */
export type Arrow = {
  readonly from: string;
  readonly to: string;
  /** Pairs of files. */
  readonly imports: number;
};

/**
 * Returns the arrows of a folder that climb. Its rooms are the folders and files directly in it, and there is at most one
 * arrow from a room to another. Rooms stand above what they import; where they import each other in a circle, in the
 * order in which the fewest imports climb, and of such orders the one whose climbing arrows are the thinnest.
 */
export function climbingArrows(files: Files, folder: string) {
  const within = new Map([...files].filter(([path]) => path.startsWith(`${folder}/`)));
  const roomOf = (path: string) => path.slice(0, endOfRoom(path, folder));
  const rooms = [...new Set([...within.keys()].map(roomOf))].toSorted();
  const arrows = drawArrows(within, roomOf);
  const graph = new Map(rooms.map((room) => [room, new Set(arrows.filter((a) => a.from === room).map((a) => a.to))]));
  const climbing = findCircles(graph).flatMap((circle) => climbingWithin(circle, arrows));
  return { rooms, arrows, climbing };
}

function endOfRoom(path: string, folder: string): number {
  const end = path.indexOf("/", folder.length + 1);
  return end < 0 ? path.length : end;
}

function drawArrows(files: Files, roomOf: (path: string) => string): readonly Arrow[] {
  const pairs = [...findImports(files)].flatMap(([path, imported]) =>
    [...imported].map((each) => ({ from: roomOf(path), to: roomOf(each) })),
  );
  const between = pairs.filter(({ from, to }) => from !== to);
  return [...Map.groupBy(between, ({ from, to }) => `${from} ${to}`).values()].flatMap((all) =>
    all.slice(0, 1).map(({ from, to }) => ({ from, to, imports: all.length })),
  );
}

function climbingWithin(circle: readonly string[], arrows: readonly Arrow[]): readonly Arrow[] {
  const inside = arrows.filter(({ from, to }) => circle.includes(from) && circle.includes(to));
  const fromTheGround = cheapestOrder(circle, inside);
  return inside.filter(({ from, to }) => fromTheGround.indexOf(from) < fromTheGround.indexOf(to));
}

/** Each set of rooms is looked at once: a million sets of these many. */
const ROOMS_MAX = 20;

/** Returns the rooms of a circle from the ground up: the cheapest order of each set follows from those of smaller sets. */
function cheapestOrder(rooms: readonly string[], arrows: readonly Arrow[]): readonly string[] {
  if (rooms.length > ROOMS_MAX) throw new RangeError(`A circle of ${rooms.length} rooms is too large to be ordered.`);
  const costs = rooms.map((to) => rooms.map((from) => costOf(arrows.find((a) => a.from === from && a.to === to))));
  const sets = 2 ** rooms.length;
  const cheapest = new Float64Array(sets).fill(Number.POSITIVE_INFINITY).fill(0, 0, 1);
  const topOf = new Uint8Array(sets);
  for (let set = 0; set < sets; set += 1) {
    for (const [top, ofArrowsFrom] of costs.entries()) {
      const withTop = set | (1 << top);
      const cost = (cheapest[set] ?? 0) + costWithin(set, ofArrowsFrom);
      if (withTop === set || cost >= (cheapest[withTop] ?? 0)) continue;
      cheapest[withTop] = cost;
      topOf[withTop] = top;
    }
  }
  const order: string[] = [];
  for (let set = sets - 1; set > 0; set -= 1 << (topOf[set] ?? 0))
    order.unshift(...rooms.slice(topOf[set]).slice(0, 1));
  return order;
}

/** More imports than any two folders have between them: squares decide only between orders of equal sums. */
const IMPORTS_MAX = 1e6;

/** Returns what it costs that an arrow climbs. Of equal sums of imports, many thin arrows have the lower sum of squares. */
function costOf(arrow: Arrow | undefined): number {
  const imports = arrow?.imports ?? 0;
  return imports * IMPORTS_MAX + imports ** 2;
}

function costWithin(set: number, costs: readonly number[]): number {
  let sum = 0;
  for (let room = 0; room < costs.length; room += 1) if ((set >> room) & 1) sum += costs[room] ?? 0;
  return sum;
}
