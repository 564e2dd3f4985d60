import { API_PREFIX } from "../http/contract.ts";
import { FIRST_ROW, type Tool } from "./tool.ts";

/** Sends the caller a log message, which is not part of the result. */
export type Report = (level: "notice" | "warning", text: string) => Promise<void>;

export type ToolCall = {
  readonly tool: Tool;
  readonly args: Readonly<Record<string, unknown>>;
  /** The header of the caller, which the API checks. */
  readonly authorization: string;
  readonly report: Report;
};

export type CallToolDependencies = {
  readonly fetch: typeof fetch;
  /** Scheme and host of the API. */
  readonly apiUrl: string;
};

export type Received = { readonly status: number; readonly text: string };

export const UNAUTHENTICATED = 401;
const TOO_MANY_REQUESTS = 429;

/** A call that failed. `isPassing` is true if the same call can succeed later. */
export type Fault = { readonly fault: string; readonly isPassing: boolean };

export async function sendCall(
  deps: CallToolDependencies,
  call: ToolCall,
  signal: AbortSignal,
): Promise<Received | Fault> {
  const fault = faultOf(call);
  if (fault !== undefined) return { fault, isPassing: false };
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
  if (misleading.length > 0) return `The argument ${misleading.join(", ")} is not an id.`;
  return isRow(args[FIRST_ROW] ?? 1) ? undefined : `The argument ${FIRST_ROW} is not a whole number from 1.`;
}

/** Adds a value to the query as the API reads it: a list as a repeated key, an object as a key for each property. */
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

/** A gateway decodes paths before it routes them, so with other characters the request could reach another route. */
function isSegment(value: string): boolean {
  return value.isWellFormed() && !/^\.{0,2}$|[/\\?#]/.test(value);
}

/** The API never gets this argument, so it cannot reject it. Like a number in a query, it may be sent as text. */
function isRow(value: unknown): boolean {
  return /^[1-9]\d{0,8}$/.test(String(value));
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
    const fault = describeRejection({ status, text }, received.get("retry-after"));
    return { fault, isPassing: status === TOO_MANY_REQUESTS || status >= 500 };
  } catch (cause) {
    const isLate = cause instanceof DOMException && cause.name === "TimeoutError";
    const fault = `The API ${isLate ? "did not respond in time" : "cannot be reached"}. Try again later.`;
    return { fault, isPassing: true };
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
