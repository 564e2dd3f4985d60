// Reads the ranked lists out of the HTML of an App Store chart page.

export type ParsedChart = {
  readonly collection: "top-free" | "top-paid";
  readonly genre: string | null;
  readonly ids: readonly string[];
  readonly titles: ReadonlyMap<string, string>;
};

type Collection = ParsedChart["collection"];

const SCRIPT_PATTERN =
  /<script\s(?:[^>]*\s)?id\s*=\s*["']?serialized-server-data["']?(?:\s[^>]*)?>([\s\S]*?)<\/script\s*>/i;

/** Returns all lists of the page in page order; ids are in rank order. Throws where the page has none. */
export function parseChartPage(html: string): readonly ParsedChart[] {
  const page = readPageData(html);
  // Root pages use "charts", other genres use "segments".
  let charts = readEntries(field(page, "charts"), null, null);
  if (charts.length === 0) {
    charts = readEntries(field(page, "segments"), null, null);
  }
  if (charts.length === 0) {
    throw new Error("The server data of the chart page holds no top-free or top-paid list.");
  }
  return charts;
}

function readPageData(html: string): unknown {
  const text = SCRIPT_PATTERN.exec(html)?.[1];
  if (text === undefined) {
    throw new Error('The chart page has no script element with the id "serialized-server-data".');
  }
  let root: unknown;
  try {
    root = JSON.parse(text);
  } catch (error) {
    throw new Error("The server data of the chart page is not valid JSON.", { cause: error });
  }
  // The array is either the root itself or the value of "data" at the root.
  const entries = Array.isArray(root) ? root : field(root, "data");
  const page = field(list(entries)[0], "data");
  if (!isRecord(page)) {
    throw new Error("The server data of the chart page has no object at data[0].data or [0].data.");
  }
  return page;
}

/** Walks nested segments; an entry without a chart or genre of its own takes that of its parent. */
function readEntries(
  entries: unknown,
  parentCollection: Collection | null,
  parentGenre: string | null,
): readonly ParsedChart[] {
  const charts: ParsedChart[] = [];
  for (const entry of list(entries)) {
    const chart = field(entry, "chart") ?? parentCollection;
    const collection = chart === "top-free" || chart === "top-paid" ? chart : null;
    const genre = readGenre(entry) ?? parentGenre;
    if (collection !== null && Array.isArray(field(entry, "shelves"))) {
      charts.push(readChart(entry, collection, genre));
    }
    charts.push(...readEntries(field(entry, "segments"), collection, genre));
  }
  return charts;
}

// biome-ignore lint/complexity/noExcessiveCognitiveComplexity: the parser is kept as its author wrote it.
function readChart(entry: unknown, collection: Collection, genre: string | null): ParsedChart {
  const shelf = list(field(entry, "shelves"))[0];
  const nextPage = field(entry, "nextPage") ?? field(shelf, "nextPage");
  const items = list(field(shelf, "items"));
  const remaining = list(field(nextPage, "remainingContent"));

  // A set keeps the order of first insertion, so a repeated id stays at its better rank.
  const ids = new Set<string>();
  const titles = new Map<string, string>();
  for (const item of items) {
    const id = readId(field(item, "adamId"));
    if (id === null) {
      continue;
    }
    ids.add(id);
    const title = field(item, "title");
    if (typeof title === "string" && title !== "" && !titles.has(id)) {
      titles.set(id, title);
    }
  }
  for (const item of remaining) {
    const id = readId(field(item, "id"));
    if (id !== null) {
      ids.add(id);
    }
  }
  if (ids.size === 0 && items.length + remaining.length > 0) {
    throw new Error(`The ${collection} list of genre ${genre ?? "(unnamed)"} has entries, but none with a valid id.`);
  }
  return { collection, genre, ids: [...ids], titles };
}

function readGenre(entry: unknown): string | null {
  for (const name of ["genreId", "genre"]) {
    const value = field(entry, name);
    const genre = isRecord(value) ? (field(value, "genreId") ?? field(value, "id")) : value;
    if (typeof genre === "number" || (typeof genre === "string" && genre !== "")) {
      return String(genre);
    }
  }
  // A plain "id" can be anything, so only a number counts as a genre.
  return readId(field(entry, "id"));
}

function readId(value: unknown): string | null {
  if (typeof value === "number") {
    return Number.isSafeInteger(value) && value > 0 ? String(value) : null;
  }
  return typeof value === "string" && /^[1-9]\d*$/.test(value) ? value : null;
}

function field(value: unknown, name: string): unknown {
  return isRecord(value) ? value[name] : undefined;
}

function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
