import { findCircles } from "./circles.ts";
import { climbingArrows } from "./climbing-arrows.ts";
import { freeFragments } from "./free-fragments.ts";
import { type Files, findImports } from "./imports.ts";

const LINE_CHARACTERS_MAX = 120;
const FILE_LINES_MAX = 200;

/**
 * Returns what is counted of the files of a checkout, by the name of the count. A source is a TypeScript file outside
 * `tests` that no script has written. A comment opens with a word where one of its lines does, since only the first
 * word of a sentence has a capital.
 */
export function countFiles(files: Files) {
  const source = select(files, (path) => isTypeScript(path) && !/^tests\/|\/generated\//.test(path));
  const tests = select(files, (path) => isTypeScript(path) && path.startsWith("tests/"));
  const stored = select(files, (path) => /^(lib|db|scrapers)\//.test(path));
  const { rooms, arrows, climbing } = climbingArrows(source, "lib");
  const texts = [...source.values()];
  return {
    "rooms of lib, its folders and loose files": rooms.length,
    "arrows between the rooms of lib": arrows.length,
    "arrows between the rooms of lib that climb": climbing.length,
    "folders of db/queries": foldersOf(files, "db/queries/"),
    "circles of files in web": findCircles(findImports(select(source, (path) => path.startsWith("web/")))).length,
    "exported SQL values over an alias of their file": freeFragments(select(source, (path) => path.startsWith("db/")))
      .length,
    "files of lib, db and scrapers that name promotional_text": [...stored.values()].filter((text) =>
      /promotional_text|promotionalText/.test(text),
    ).length,
    "comments that open with Of": countMatches(texts, opening("Of")),
    "comments that open with What": countMatches(texts, opening("What")),
    "comments that open with Whether": countMatches(texts, opening("Whether")),
    [`lines of sources over ${LINE_CHARACTERS_MAX} characters`]: countMatches(
      texts,
      new RegExp(`^.{${LINE_CHARACTERS_MAX + 1},}$`, "gm"),
    ),
    [`sources over ${FILE_LINES_MAX} lines`]: longFiles(source),
    [`tests over ${FILE_LINES_MAX} lines`]: longFiles(tests),
    "lines of sources": sum(texts.map(countLines)),
    "lines of tests": sum([...tests.values()].map(countLines)),
  };
}

function select(files: Files, isSelected: (path: string) => boolean): Files {
  return new Map([...files].filter(([path]) => isSelected(path)));
}

function isTypeScript(path: string): boolean {
  return /\.tsx?$/.test(path);
}

function foldersOf(files: Files, folder: string): number {
  const below = [...files.keys()].filter((path) => path.startsWith(folder)).map((path) => path.slice(folder.length));
  return new Set(below.filter((path) => path.includes("/")).map((path) => path.split("/")[0])).size;
}

function opening(word: string): RegExp {
  return new RegExp(`^\\s*(?://|/\\*\\*?|\\*)\\s*${word}\\b`, "gm");
}

function countMatches(texts: readonly string[], pattern: RegExp): number {
  return sum(texts.map((text) => [...text.matchAll(pattern)].length));
}

function longFiles(files: Files): number {
  return [...files.values()].filter((text) => countLines(text) > FILE_LINES_MAX).length;
}

function countLines(text: string): number {
  return text.replace(/\n$/, "").split("\n").length;
}

function sum(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0);
}
