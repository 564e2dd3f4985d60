import { API_PREFIX } from "../http/contract.ts";
import { shortenResult } from "./shorten-result.ts";
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

/** Less than the time limit of the function that calls the API. */
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
  let args = withDefaults(tool, call.args);
  for (let attempt = 0; ; attempt += 1) {
    const response = await request(deps, { ...call, args });
    if ("fault" in response) return failure(response.fault);
    if (response.status === UNAUTHENTICATED) return null;
    if (!response.isOk) return failure(describeRejection(response));

    const text = textOf(response, call);
    if (text.length <= RESULT_CHARACTERS_MAX) return { content: [{ type: "text", text }] };
    const shorter = shorterPage(tool, args, text.length);
    if (shorter === undefined || attempt === SHORTER_PAGES_MAX) return failure(describeExcess(tool, text.length));
    args = shorter;
  }
}

function failure(text: string): ToolResult {
  return { content: [{ type: "text", text }], isError: true };
}

function textOf({ status, text }: Received, { tool, args }: ToolCall): string {
  if (text === "") return JSON.stringify({ status });
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
  return { ...Object.fromEntries(defaults), ...args };
}

/** Returns the arguments for fewer rows of a first page, or of one that begins after a row. Others would be moved. */
function shorterPage(tool: Tool, args: Arguments, length: number): Arguments | undefined {
  const name = pageSizeOf(tool);
  if (name === undefined || (args.page !== undefined && args.page !== 1 && args.after_id === undefined))
    return undefined;
  const rows = Math.floor((Number(args[name]) * RESULT_CHARACTERS_MAX * MARGIN) / length);
  return rows >= 1 ? { ...args, [name]: rows } : undefined;
}

type Fault = { readonly fault: string };

async function request(deps: CallToolDependencies, call: ToolCall): Promise<Received | Fault> {
  const fault = faultOf(call);
  if (fault !== undefined) return { fault };
  const { inPath, path } = call.tool.request;
  const target = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(call.args[name])));
  const url = new URL(`${deps.apiUrl}${API_PREFIX}${target}`);
  // A URL resolves "." and "..", which would make another request of it.
  if (url.pathname !== `${API_PREFIX}${target}`) return { fault: `${inPath.join(" and ")} must not be "." or "..".` };
  for (const name of call.tool.request.inQuery) appendValue(url, name, call.args[name]);
  return await send(deps, url, call);
}

function faultOf({ tool, args }: ToolCall): string | undefined {
  const known = Object.keys(tool.inputSchema.properties);
  const unknown = Object.keys(args).filter((name) => !known.includes(name));
  if (unknown.length > 0) {
    return `The tool has no argument ${unknown.join(", ")}. It has: ${known.join(", ") || "none"}.`;
  }
  const missing = tool.request.inPath.filter((name) => args[name] === undefined || args[name] === null);
  return missing.length > 0 ? `The argument ${missing.join(", ")} is missing.` : undefined;
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

type Received = {
  readonly isOk: boolean;
  readonly status: number;
  readonly text: string;
  readonly retryAfter: string | null;
};

async function send(deps: CallToolDependencies, url: URL, call: ToolCall): Promise<Received | Fault> {
  const { method } = call.tool.request;
  const headers = { accept: "application/json", authorization: call.authorization, "user-agent": "shelfwatch-mcp" };
  try {
    const response = await deps.fetch(url, {
      method,
      redirect: "error",
      signal: AbortSignal.timeout(DEADLINE_MS),
      ...withBody(call, headers),
    });
    const { ok: isOk, status } = response;
    return { isOk, status, text: await response.text(), retryAfter: response.headers.get("retry-after") };
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

function describeRejection({ status, text, retryAfter }: Received): string {
  const wait = retryAfter === null ? "" : ` Try again after ${retryAfter} seconds.`;
  return `The API rejected the request with status ${status}.${wait} ${text.slice(0, REJECTION_CHARACTERS_MAX)}`.trim();
}

function describeExcess(tool: Tool, length: number): string {
  const size = pageSizeOf(tool);
  const narrowing = tool.request.inQuery.filter(
    (name) => name !== "page" && name !== "after_id" && name !== "sort" && name !== "order",
  );
  const advice =
    size !== undefined
      ? `Ask with a smaller ${size}, or narrow it down by ${narrowing.filter((name) => name !== size).join(", ")}.`
      : `Narrow it down by ${narrowing.join(", ")}.`;
  return `The result has ${length} characters, and at most ${RESULT_CHARACTERS_MAX} are returned. ${advice}`;
}
