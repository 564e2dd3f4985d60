import * as z from "zod";

import {
  type CallToolDependencies,
  type Fault,
  type Received,
  sendCall,
  type ToolCall,
  UNAUTHENTICATED,
} from "./send-call.ts";
import { shortenResult, withNextPage } from "./shorten-result.ts";
import { FIRST_ROW, pageSizes, RESULT_CHARACTERS_MAX, type Tool } from "./tool.ts";

/** A result in the form of the protocol: text for the assistant, and whether the text reports an error. */
export type ToolResult = {
  readonly content: { readonly type: "text"; readonly text: string }[];
  readonly isError?: boolean;
};

/** For all requests of a call together. It is less than the time limit of the function. */
const DEADLINE_MS = 25_000;

/** How often a result that is too long is requested again with fewer rows, at most. */
const SHORTER_PAGES_MAX = 2;

/**
 * Calls the operation of a tool as a request to the API, with the caller's token: limits, permissions and responses are
 * those of the API. Returns null if the API does not accept the token.
 */
export async function callTool(deps: CallToolDependencies, call: ToolCall): Promise<ToolResult | null> {
  const { tool } = call;
  const signal = AbortSignal.timeout(DEADLINE_MS);
  let args = withDefaults(tool, call.args);
  for (let attempt = 0; ; attempt += 1) {
    const response = await sendCall(deps, { ...call, args }, signal);
    if ("fault" in response) return await reportFault(call, response);
    if (response.status === UNAUTHENTICATED) return null;

    const text = textOf(response, { tool, args, isShortened: attempt > 0 });
    if (text.length <= RESULT_CHARACTERS_MAX) return { content: [{ type: "text", text }] };
    const rows = attempt < SHORTER_PAGES_MAX ? rowsOfShorterPage(tool, args, response.text) : undefined;
    if (rows === undefined) return withoutData(tool, response, text.length);
    await reportExcess(call, rows, text.length);
    args = { ...args, ...rows };
  }
}

async function reportFault({ report }: ToolCall, { fault, isPassing }: Fault): Promise<ToolResult> {
  if (isPassing) await report("warning", fault);
  return failure(fault);
}

async function reportExcess({ report }: ToolCall, rows: Readonly<Record<string, number>>, length: number) {
  const shorter = Object.entries(rows).flat().join(" ");
  await report("notice", `A page of ${length} characters is too long, so it is requested with ${shorter}.`);
}

/** A successful write is not reported as an error, because the assistant would then repeat it. */
function withoutData(tool: Tool, { status }: Received, length: number): ToolResult {
  if (tool.annotations.readOnlyHint) return failure(describeExcess(tool, length));
  return { content: [{ type: "text", text: JSON.stringify({ status, meta: { left_out: ["data"] } }) }] };
}

export function failure(text: string): ToolResult {
  return { content: [{ type: "text", text }], isError: true };
}

type Read = { readonly tool: Tool; readonly args: Arguments; readonly isShortened: boolean };

function textOf({ status, text }: Received, { tool, args, isShortened }: Read): string {
  if (text === "") return JSON.stringify({ status });
  const size = pageSizeOf(tool);
  if (isShortened && size !== undefined) return withNextPage(text, size, Number(args[size]));
  return shortenResult(text, tool, Number(args[FIRST_ROW] ?? 1));
}

type Arguments = Readonly<Record<string, unknown>>;

function pageSizeOf({ request }: Tool): string | undefined {
  return pageSizes.find((name) => request.inQuery.includes(name));
}

/** Sends the defaults of the tool, which differ from the API's where its results would be too long. */
function withDefaults({ inputSchema, request: { inQuery } }: Tool, args: Arguments): Arguments {
  const defaults = inQuery.flatMap((name) => {
    const { default: value } = inputSchema.properties[name] ?? {};
    return value === undefined ? [] : [[name, value] as const];
  });
  const given = Object.entries(args).filter(([name, value]) => value !== null || !inQuery.includes(name));
  return Object.fromEntries([...defaults, ...given]);
}

const page = z.object({ data: z.array(z.unknown()) });

/** Characters for the rest of a shortened page: `meta.shortened`, and links, whose length differs. */
const ROOM = 500;

/**
 * Returns how many rows of the page fit into a result. Undefined for a page by number after the first one: with fewer
 * rows a page, it would have other rows.
 */
function rowsOfShorterPage(tool: Tool, args: Arguments, text: string): Readonly<Record<string, number>> | undefined {
  const name = pageSizeOf(tool);
  if (name === undefined || (Number(args.page ?? 1) !== 1 && args.after_id === undefined)) return undefined;
  const { success, data: received } = page.safeParse(JSON.parse(text));
  if (!success) return undefined;
  const lengths = received.data.map((row) => JSON.stringify(row).length + 1);
  let length = text.length + ROOM;
  let rows = lengths.length;
  while (rows > 0 && length > RESULT_CHARACTERS_MAX) {
    rows -= 1;
    length -= lengths[rows] ?? 0;
  }
  return rows >= 1 ? { [name]: rows } : undefined;
}

function describeExcess(tool: Tool, length: number): string {
  const size = pageSizeOf(tool);
  const narrowing = tool.request.inQuery.filter((name) => !isOfPages.has(name) && name !== size);
  const advice = [
    ...(size === undefined ? [] : [`Ask with a smaller ${size}.`]),
    ...(narrowing.length === 0 ? [] : [`Narrow it down by ${narrowing.join(", ")}.`]),
  ];
  const says = advice.length === 0 ? "Use a tool that returns a part of it." : advice.join(" ");
  return `The result has ${length} characters, and at most ${RESULT_CHARACTERS_MAX} are returned. ${says}`;
}

/** Arguments that choose a page or sort rows. They do not make a result shorter. */
const isOfPages: ReadonlySet<string> = new Set(["page", "after_id", "cursor", "sort", "order"]);
