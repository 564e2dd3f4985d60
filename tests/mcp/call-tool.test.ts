import { describe, expect, it } from "vitest";

import { tools } from "../../functions/mcp/generated/tools.ts";
import { callTool } from "../../lib/mcp/call-tool.ts";
import { RESULT_CHARACTERS_MAX } from "../../lib/mcp/tool.ts";

type Responding = (url: URL, init: RequestInit | undefined) => Response | Promise<Response>;

const app = { platform: "ios", external_id: "1" };

function toolCalled(name: string) {
  const tool = tools.find((one) => one.name === name);
  if (tool === undefined) throw new TypeError(`There is no tool ${name}.`);
  return tool;
}

/** Calls a tool of an API that responds as it is told, and returns the requests that it received. */
async function call(name: string, args: Record<string, unknown>, respond: Responding) {
  const sent: { readonly url: URL; readonly init: RequestInit | undefined }[] = [];
  const reports: [string, string][] = [];
  const fetchFromApi: typeof fetch = async (input, init) => {
    const url = new URL(String(input));
    sent.push({ url, init });
    return respond(url, init);
  };
  const result = await callTool(
    { fetch: fetchFromApi, apiUrl: "https://api.example" },
    {
      tool: toolCalled(name),
      args,
      authorization: "Bearer 1|secret",
      report: async (level, message) => {
        reports.push([level, message]);
      },
    },
  );
  return { reports, result, text: result?.content[0]?.text ?? "", sent };
}

const json = (body: unknown, init?: ResponseInit) => new Response(JSON.stringify(body), init);
const appDetail = {
  id: 1,
  listings: ["x".repeat(90_000)],
  changes: [],
  competitors: [],
  versions: Array.from({ length: 30 }, (_, id) => ({ id })),
};
const row = (id: number, length: number) => ({ id, text: "x".repeat(length) });

describe("a call of a tool", () => {
  it("[MCP-9] is the request of its operation, with the caller's token", async () => {
    const { sent } = await call("get_app_rankings", { ...app, country_codes: ["us", "de"] }, () => json({ data: [] }));
    const [request] = sent;

    expect(request?.url.pathname).toBe("/api/v1/apps/ios/1/rankings");
    expect(request?.url.searchParams.getAll("country_codes[]")).toEqual(["us", "de"]);
    expect(request?.init).toMatchObject({ method: "GET", headers: { authorization: "Bearer 1|secret" } });
  });

  it("[MCP-9] sends the body of an operation that writes, with null where it is meant", async () => {
    const { sent, text } = await call(
      "update_note",
      { note_id: 3, app_id: null },
      () => new Response(null, { status: 204 }),
    );

    expect(sent[0]?.url.pathname).toBe("/api/v1/notes/3");
    expect(sent[0]?.init).toMatchObject({ method: "PATCH", body: '{"app_id":null}' });
    expect(text).toBe('{"status":204}');
  });

  it.each([
    ["an argument that it does not have", { ...app, days: 3 }, "has no argument days"],
    ["no id", { platform: "ios" }, "The argument external_id is missing."],
    ["a path in place of an id", { platform: "ios", external_id: ".." }, "external_id is not an id"],
    ["an id with the address of another operation", { platform: "ios", external_id: "1/track?" }, "is not an id"],
    ["an empty id", { platform: "ios", external_id: "" }, "is not an id"],
    ["half a surrogate pair", { platform: "ios", external_id: "\ud800" }, "is not an id"],
  ])("[MCP-9] with %s is an error of the tool, and sends nothing", async (_, args, says) => {
    const { sent, result, text } = await call("get_app", args, () => json({ data: {} }));

    expect([sent.length, result?.isError, text]).toEqual([0, true, expect.stringContaining(says)]);
  });

  it.each([0, -1, 1.5, 1e21, "", "first", true])(
    "[MCP-9] that begins with row %j is an error of the tool, and sends nothing",
    async (from_row) => {
      const args = { platform: "ios", collection: "top_free", from_row };
      const { sent, result, text } = await call("get_charts", args, () => json({ data: [] }));

      expect([sent.length, result?.isError]).toEqual([0, true]);
      expect(text).toBe("The argument from_row is not a whole number from 1.");
    },
  );

  it.each([2, "2"])("[MCP-7] that begins with row %j returns the rows from there", async (from_row) => {
    const args = { platform: "ios", collection: "top_free", from_row };
    const { text } = await call("get_charts", args, () => json({ data: [row(1, 10), row(2, 10)] }));

    expect(JSON.parse(text)).toMatchObject({ data: [{ id: 2 }], meta: { rows: { from: 2, to: 2, total: 2 } } });
  });

  it.each([
    [403, 'The token does not have the ability "write".'],
    [404, "not found"],
    [422, "The term field must be at least 2 characters."],
    [500, "An unexpected error occurred."],
  ])("[MCP-10] that the API rejects with %i is an error of the tool", async (status, detail) => {
    const { result, text } = await call("get_app", app, () => json({ status, detail }, { status }));

    expect(result?.isError).toBe(true);
    expect(text).toContain(`status ${status}`);
    expect(text).toContain(detail.slice(0, 12));
  });

  it("[MCP-10] over a limit names the seconds to wait", async () => {
    const headers = { "retry-after": "17" };
    const { result, text } = await call("get_app", app, () => json({ status: 429 }, { status: 429, headers }));

    expect([result?.isError, text]).toEqual([true, expect.stringContaining("Try again after 17 seconds.")]);
  });

  it("[MCP-10] has one time limit for all its requests", async () => {
    const { sent } = await call("list_events", {}, () => json({ data: [row(1, 30_000), row(2, 30_000)] }));
    const signals = sent.map(({ init }) => init?.signal);

    expect(signals.length).toBeGreaterThan(1);
    expect(signals[0]).toBeInstanceOf(AbortSignal);
    expect(new Set(signals).size).toBe(1);
  });

  it("[MCP-10] to an API that cannot be reached, or is late, is an error of the tool", async () => {
    const refuse = await call("get_app", app, () => Promise.reject(new TypeError("fetch failed")));
    const late = await call("get_app", app, () => Promise.reject(new DOMException("late", "TimeoutError")));

    expect([refuse.result?.isError, refuse.text]).toEqual([true, expect.stringContaining("cannot be reached")]);
    expect([late.result?.isError, late.text]).toEqual([true, expect.stringContaining("in time")]);
  });

  it("[MCP-11] with a token that the API does not accept has no result", async () => {
    expect((await call("get_app", app, () => json({}, { status: 401 }))).result).toBeNull();
  });
});

describe("the result of a tool", () => {
  it("[MCP-7] that is too long is asked for again with fewer rows", async () => {
    const { sent, text } = await call("list_events", {}, ({ searchParams }) =>
      json({ data: Array.from({ length: Number(searchParams.get("per_page")) }, (_, id) => row(id, 4_000)), meta: {} }),
    );

    expect(sent.map(({ url }) => url.searchParams.get("per_page"))).toEqual(["20", "11"]);
    expect(text.length).toBeLessThanOrEqual(RESULT_CHARACTERS_MAX);
    expect(JSON.parse(text)).toMatchObject({ data: { length: 11 }, meta: { shortened: { per_page: 11 } } });
  });

  it("[MCP-7] is as many first rows as fit, however unevenly long rows are", async () => {
    const rows = [row(1, 44_000), ...Array.from({ length: 19 }, (_, id) => row(id, 1_000))];
    const { sent, result } = await call("list_events", {}, ({ searchParams }) =>
      json({ data: rows.slice(0, Number(searchParams.get("per_page"))), meta: {} }),
    );

    expect([sent.length, result?.isError]).toEqual([2, undefined]);
  });

  it("[MCP-14] that is asked for again is reported as a notice", async () => {
    const { reports } = await call("list_events", {}, ({ searchParams }) =>
      json({ data: Array.from({ length: Number(searchParams.get("per_page")) }, (_, id) => row(id, 4_000)), meta: {} }),
    );

    expect(reports).toEqual([["notice", expect.stringContaining("requested with per_page 11")]]);
  });

  it.each([
    [429, 1],
    [503, 1],
    [404, 0],
  ])("[MCP-14] that the API rejects with %i is reported %i times as a warning", async (status, times) => {
    const { reports } = await call("get_app", app, () =>
      json({ status }, { status, headers: { "retry-after": "17" } }),
    );

    expect(reports.map(([level]) => level)).toEqual(Array.from({ length: times }, () => "warning"));
  });

  it("[MCP-7] of a later page is not moved, and asks for a smaller page instead", async () => {
    const { sent, result, text } = await call("list_events", { page: 2 }, () => json({ data: [row(1, 50_000)] }));

    expect([sent.length, result?.isError, text]).toEqual([1, true, expect.stringContaining("smaller per_page")]);
  });

  it("[MCP-7] that cannot be cut says what to ask instead", async () => {
    const { result, text } = await call("get_rating_history", app, () => json({ data: row(1, 50_000) }));

    expect([result?.isError, text]).toEqual([true, expect.stringContaining("days, country_codes")]);
  });

  it("[MCP-7] of a long list without pages ends where it is full, and goes on from a row", async () => {
    const chart = { data: Array.from({ length: 200 }, (_, id) => row(id, 300)), meta: { window: 200 } };
    const chartOf = async (args: object) =>
      JSON.parse(
        (await call("get_charts", { platform: "ios", collection: "top_free", ...args }, () => json(chart))).text,
      );
    const first = await chartOf({});
    const rest = await chartOf({ from_row: first.meta.rows.to + 1 });

    expect(first.meta).toEqual({ window: 200, rows: { from: 1, to: first.data.length, total: 200 } });
    expect(first.data.length).toBeGreaterThan(100);
    expect([...first.data, ...rest.data]).toEqual(chart.data);
    expect(rest.meta.rows).toEqual({ from: first.data.length + 1, to: 200, total: 200 });
  });

  it("[MCP-7] of an app leaves out its texts, and says so", async () => {
    const { text } = await call("get_app", app, () => json({ data: appDetail }));

    expect(JSON.parse(text)).toEqual({
      data: { id: 1, versions: appDetail.versions.slice(0, 20) },
      meta: { left_out: ["listings", "changes", "competitors"], cut: { versions: { rows: 20, total: 30 } } },
    });
  });

  it("[MCP-7] of a write that is too long is no error, so that it is not written again", async () => {
    const { result, text } = await call("create_tag", { name: "Casual" }, () => json(row(1, 50_000), { status: 201 }));

    expect([result?.isError, text]).toEqual([undefined, '{"status":201,"meta":{"left_out":["data"]}}']);
  });
});
