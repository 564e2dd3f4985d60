import * as z from "zod";

import { RESULT_CHARACTERS_MAX, type Tool } from "./tool.ts";

const meta = z.record(z.string(), z.unknown()).default({});
const object = z.looseObject({ data: z.record(z.string(), z.unknown()), meta });
const list = z.object({ data: z.array(z.unknown()), meta });

/** Returns the body of a response as the result of a tool. `meta` shows what the result has not. */
export function shortenResult(text: string, tool: Pick<Tool, "leftOut" | "hasRows">, firstRow: number): string {
  if (tool.hasRows) return fitRows(text, firstRow);
  return tool.leftOut === undefined ? text : leaveOut(text, tool.leftOut);
}

function leaveOut(text: string, fields: readonly string[]): string {
  const { data, ...rest } = object.parse(JSON.parse(text));
  const kept = Object.entries(data).filter(([name]) => !fields.includes(name));
  return JSON.stringify({ data: Object.fromEntries(kept), ...rest, meta: { ...rest.meta, left_out: fields } });
}

/** For what surrounds the rows: the names and numbers of `meta.rows`. */
const ROOM = 200;

/** Returns as many rows of a list as fit, from one on. `meta.rows` shows which they are, and how many there are. */
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
