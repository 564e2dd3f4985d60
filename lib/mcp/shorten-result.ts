import * as z from "zod";

import { RESULT_CHARACTERS_MAX, type Tool } from "./tool.ts";

type Shape = Pick<Tool, "leftOut" | "firstRows" | "hasRows">;

const meta = z.record(z.string(), z.unknown()).default({});
const object = z.looseObject({ data: z.record(z.string(), z.unknown()), meta });
const list = z.object({ data: z.array(z.unknown()), meta });

/** Returns the body of a response as the result of a tool. `meta` shows what was left out. */
export function shortenResult(text: string, shape: Shape, firstRow: number): string {
  if (shape.hasRows) return fitRows(text, firstRow);
  return shape.leftOut === undefined && shape.firstRows === undefined ? text : leaveOut(text, shape);
}

function leaveOut(text: string, { leftOut = [], firstRows = {} }: Shape): string {
  const { data, meta: given, ...rest } = object.parse(JSON.parse(text));
  const cut: Record<string, { readonly rows: number; readonly total: number }> = {};
  const kept = Object.entries(data).flatMap(([name, value]) => {
    if (leftOut.includes(name)) return [];
    const rows = firstRows[name];
    if (rows === undefined || !Array.isArray(value) || value.length <= rows) return [[name, value] as const];
    cut[name] = { rows, total: value.length };
    return [[name, value.slice(0, rows)] as const];
  });
  const missing = {
    ...(leftOut.length > 0 && { left_out: leftOut }),
    ...(Object.keys(cut).length > 0 && { cut }),
  };
  return JSON.stringify({ data: Object.fromEntries(kept), ...rest, meta: { ...given, ...missing } });
}

/** Characters for the JSON around the rows, with the names and numbers of `meta.rows`. */
const ROOM = 200;

/** Returns as many rows of a list as fit, starting at row `from`. `meta.rows` has their numbers and the total. */
function fitRows(text: string, from: number): string {
  const { data, meta: given } = list.parse(JSON.parse(text));
  const room = RESULT_CHARACTERS_MAX - ROOM - JSON.stringify(given).length;
  let length = 0;
  const fitting = data.slice(from - 1).filter((row) => {
    length += JSON.stringify(row).length + 1;
    return length <= room;
  });
  const rows = { from, to: from - 1 + fitting.length, total: data.length };
  return JSON.stringify({ data: fitting, meta: { ...given, rows } });
}

const page = z.looseObject({ meta: z.looseObject({}) });

/** Returns a page with fewer rows than requested, and how to request the rows after it. */
export function withNextPage(text: string, size: string, rows: number): string {
  const parsed = page.safeParse(JSON.parse(text));
  if (!parsed.success) return text;
  const next = `The page was too long. For the next one, send ${size} ${rows} with it.`;
  return JSON.stringify({ ...parsed.data, meta: { ...parsed.data.meta, shortened: { [size]: rows, next } } });
}
