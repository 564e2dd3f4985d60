import type { JSONObject } from "@modelcontextprotocol/server";

import type { Method } from "../http/contract.ts";

/** A tool that an assistant can call: one operation of the API. */
export type Tool = {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: {
    readonly type: "object";
    readonly properties: Record<string, JSONObject>;
    readonly required?: string[];
    readonly additionalProperties: false;
  };
  readonly annotations: {
    readonly readOnlyHint: boolean;
    readonly destructiveHint?: boolean;
    readonly idempotentHint?: boolean;
    /** True if the operation calls a store while the client waits. */
    readonly openWorldHint: boolean;
  };
  readonly request: ToolRequest;
  /** Fields of `data` that the result leaves out. */
  readonly leftOut?: readonly string[];
  /** For lists of `data`, the maximum number of returned rows. */
  readonly firstRows?: Readonly<Record<string, number>>;
  /** True if `data` is a long list without pages. The result has as many rows as fit, from the row `from_row` on. */
  readonly hasRows?: true;
};

/**
 * The request to the API: its path below the API's prefix, and which arguments are in the path, the query and the body.
 */
export type ToolRequest = {
  readonly method: Method;
  readonly path: string;
  readonly inPath: readonly string[];
  readonly inQuery: readonly string[];
  readonly inBody: readonly string[];
};

/** The argument of tools that return a long list without pages. The API does not know it. */
export const FIRST_ROW = "from_row";

/** The arguments that set how many rows a page has. */
export const pageSizes = ["per_page", "limit"] as const;

/** A page of the API has 50 rows by default. Assistants read fewer at once. */
export const ROWS_PER_PAGE = 20;

/** Clients put longer results into files, which assistants then do not read. */
export const RESULT_CHARACTERS_MAX = 45_000;
