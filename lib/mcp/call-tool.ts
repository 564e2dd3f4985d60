import { API_PREFIX } from "../http/contract.ts";
import { shortenResult, withNextPage } from "./shorten-result.ts";
import { FIRST_ROW, pageSizes, RESULT_CHARACTERS_MAX, type Tool } from "./tool.ts";

/** A result as the protocol has it: text for the assistant, and whether it reports an error that it can act on. */
export type ToolResult = {
  readonly content: { readonly type: "text"; readonly text: string }[];
  readonly isError?: boolean;
};

export type ToolCall = {
  readonly tool: Tool;
  readonly args: Readonly<Record<string, unknown>>;
  /** The header of the caller, which the API checks. */
  readonly authorization: string;
};

export type CallToolDependencies = {
  readonly fetch: typeof fetch;
  /** Scheme and host of the API. */
  readonly apiUrl: string;
};

/** For all requests of a call together. It is less than the time limit of the function. */
const DEADLINE_MS = 25_000;

/** A result that is too long is asked for again with fewer rows, so often at most. */
const SHORTER_PAGES_MAX = 2;

/** Pages of one list differ in length. */
const MARGIN = 0.8;

const UNAUTHENTICATED = 401;

/**
 * Calls the operation of a tool as a request to the API, with the caller's token: limits, permissions and responses are
 * those of the API. Returns null if the API does not accept the token.
 */
export async function callTool(deps: CallToolDependencies, call: ToolCall): Promise<ToolResult | null> {
  const { tool } = call;
  const signal = AbortSignal.timeout(DEADLINE_MS);
  let args = withDefaults(tool, call.args);
  for (let attempt = 0; ; attempt += 1) {
    const response = await request(deps, { ...call, args }, signal);
    if ("fault" in response) return failure(response.fault);
    if (response.status === UNAUTHENTICATED) return null;

    const text = textOf(response, { tool, args, isShortened: attempt > 0 });
    if (text.length <= RESULT_CHARACTERS_MAX) return { content: [{ type: "text", text }] };
    const shorter = attempt < SHORTER_PAGES_MAX ? shorterPage(tool, args, text.length) : undefined;
    if (shorter === undefined) return withoutData(tool, response, text.length);
    args = shorter;
  }
}

/** A write that has succeeded is no error, which would have the assistant write again. */
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
  const firstRow = Number(args[FIRST_ROW] ?? 1);
  return shortenResult(text, tool, Number.isInteger(firstRow) && firstRow > 0 ? firstRow : 1);
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

/** Returns the arguments for fewer rows of a first page, or of one that begins after a row. Others would be moved. */
function shorterPage(tool: Tool, args: Arguments, length: number): Arguments | undefined {
  const name = pageSizeOf(tool);
  if (name === undefined || (Number(args.page ?? 1) !== 1 && args.after_id === undefined)) return undefined;
  const rows = Math.floor((Number(args[name]) * RESULT_CHARACTERS_MAX * MARGIN) / length);
  return rows >= 1 ? { ...args, [name]: rows } : undefined;
}

type Fault = { readonly fault: string };

async function request(deps: CallToolDependencies, call: ToolCall, signal: AbortSignal): Promise<Received | Fault> {
  const fault = faultOf(call);
  if (fault !== undefined) return { fault };
  const { path } = call.tool.request;
  const target = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(call.args[name])));
  const url = new URL(`${deps.apiUrl}${API_PREFIX}${target}`);
  for (const name of call.tool.request.inQuery) appendValue(url, name, call.args[name]);
  return await send(deps, url, { ...call, signal });
}

function faultOf({ tool, args }: ToolCall): string | undefined {
  const known = Object.keys(tool.inputSchema.properties);
  const unknown = Object.keys(args).filter((name) => !known.includes(name));
  if (unknown.length > 0) {
    return `The tool has no argument ${unknown.join(", ")}. It has: ${known.join(", ") || "none"}.`;
  }
  const missing = tool.request.inPath.filter((name) => args[name] === undefined || args[name] === null);
  if (missing.length > 0) return `The argument ${missing.join(", ")} is missing.`;
  const misleading = tool.request.inPath.filter((name) => !isSegment(String(args[name])));
  return misleading.length > 0 ? `The argument ${misleading.join(", ")} is not an id.` : undefined;
}

/** Writes a value as the API reads it: a list with its key repeated, an object with a key for each of its own. */
function appendValue(url: URL, name: string, value: unknown): void {
  if (value === undefined || value === null) return;
  if (Array.isArray(value)) {
    for (const item of value) url.searchParams.append(`${name}[]`, String(item));
  } else if (typeof value === "object") {
    for (const [key, item] of Object.entries(value)) url.searchParams.append(`${name}[${key}]`, String(item));
  } else {
    url.searchParams.append(name, String(value));
  }
}

type Received = { readonly status: number; readonly text: string };

/** A gateway decodes paths before it routes them, so such an id would make another request of it. */
function isSegment(value: string): boolean {
  return value.isWellFormed() && !/^\.{0,2}$|[/\\?#]/.test(value);
}

type SentCall = ToolCall & { readonly signal: AbortSignal };

async function send(deps: CallToolDependencies, url: URL, call: SentCall): Promise<Received | Fault> {
  const { method } = call.tool.request;
  const headers = { accept: "application/json", authorization: call.authorization, "user-agent": "shelfwatch-mcp" };
  try {
    const response = await deps.fetch(url, {
      method,
      redirect: "error",
      signal: call.signal,
      ...withBody(call, headers),
    });
    const { ok, status, headers: received } = response;
    const text = await response.text();
    if (ok || status === UNAUTHENTICATED) return { status, text };
    return { fault: describeRejection({ status, text }, received.get("retry-after")) };
  } catch (cause) {
    const isLate = cause instanceof DOMException && cause.name === "TimeoutError";
    return { fault: `The API ${isLate ? "did not respond in time" : "cannot be reached"}. Try again later.` };
  }
}

function withBody({ tool, args }: ToolCall, headers: Readonly<Record<string, string>>): RequestInit {
  const { inBody } = tool.request;
  if (inBody.length === 0) return { headers };
  const body = Object.fromEntries(Object.entries(args).filter(([name]) => inBody.includes(name)));
  return { headers: { ...headers, "content-type": "application/json" }, body: JSON.stringify(body) };
}

/** Error texts of the API are short. Clients cut them near 11,000 characters. */
const REJECTION_CHARACTERS_MAX = 8_000;

function describeRejection({ status, text }: Received, retryAfter: string | null): string {
  const wait = retryAfter === null ? "" : ` Try again after ${retryAfter} seconds.`;
  return `The API rejected the request with status ${status}.${wait} ${text.slice(0, REJECTION_CHARACTERS_MAX)}`.trim();
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

/** Arguments that choose or sort rows, and so make no result shorter. */
const isOfPages: ReadonlySet<string> = new Set(["page", "after_id", "cursor", "sort", "order"]);
