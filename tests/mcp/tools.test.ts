import { describe, expect, it } from "vitest";
import * as z from "zod";

import { endpoints } from "../../functions/endpoints.ts";
import { tools } from "../../functions/mcp/generated/tools.ts";
import { type Prompt, prompts } from "../../lib/mcp/prompts.ts";
import { RESULT_CHARACTERS_MAX } from "../../lib/mcp/tool.ts";
import { nonEmpty } from "../support/non-empty.ts";

/** The tools of @appstorecat/mcp 1.2.8. */
const peers = `list_tracked_apps search_store_apps get_app get_app_listing get_app_sync_status track_app untrack_app
  list_app_changes list_competitor_changes get_charts get_app_rankings list_app_competitors list_all_competitors
  add_competitor remove_competitor get_dashboard browse_screenshots browse_icons get_app_keywords compare_app_keywords
  search_publishers list_user_publishers get_publisher get_publisher_store_apps get_rating_summary get_rating_history
  get_rating_country_breakdown list_categories list_countries`.split(/\s+/);

const names = tools.map(({ name }) => name);
const listed = tools.map(({ name, description, inputSchema, annotations }) => ({
  name,
  description,
  inputSchema,
  annotations,
}));

describe("the tools of assistants", () => {
  it("[MCP-6] have the names that clients of AppStoreCat know, and those of events, overview and changes", () => {
    expect(names).toEqual(expect.arrayContaining([...peers, "list_events", "get_app_overview", "list_changes"]));
    expect(new Set(names).size).toBe(names.length);
  });

  it("[MCP-6] are all operations but those of accounts, logins, feeds and webhooks", () => {
    const withTools = endpoints.filter(({ contract }) => !/^(account|auth|feeds|webhooks)$/.test(contract.tag));

    expect(tools.map(({ request }) => `${request.method} ${request.path}`).toSorted()).toEqual(
      withTools.map(({ contract }) => `${contract.method} ${contract.path}`).toSorted(),
    );
    expect(names.filter((name) => /token|password|login|feed|webhook|profile/.test(name))).toEqual([]);
  });

  it("[MCP-6] say which of them read, delete, and call a store", () => {
    const hinted = (hint: "readOnlyHint" | "destructiveHint" | "openWorldHint") =>
      tools.filter(({ annotations }) => annotations[hint]).map(({ name }) => name);

    expect(hinted("readOnlyHint")).toEqual(tools.filter((one) => one.request.method === "GET").map(({ name }) => name));
    expect(hinted("destructiveHint").toSorted()).toEqual(
      [
        "untrack_app",
        "remove_competitor",
        "untrack_keyword",
        "delete_view",
        "delete_note",
        "delete_tag",
        "untag_app",
        "update_view",
        "update_note",
        "rename_tag",
      ].toSorted(),
    );
    expect(hinted("openWorldHint").toSorted()).toEqual(
      ["get_publisher_store_apps", "search_publishers", "search_store_apps", "suggest_terms"].toSorted(),
    );
  });

  it("[MCP-6] speak of tools instead of addresses of the API", () => {
    const texts = listed.map((tool) => JSON.stringify(tool));

    expect(texts.filter((text) => /`(GET|POST|PUT|PATCH|DELETE) \/|gateway/.test(text))).toEqual([]);
  });

  it("[MCP-7] are listed in at most 60,000 characters", () => {
    expect(JSON.stringify({ tools: listed }).length).toBeLessThanOrEqual(60_000);
  });

  it("[MCP-7] return pages of 20 rows by default", () => {
    const sizes = tools.flatMap(({ inputSchema: { properties } }) => [properties.per_page, properties.limit]);

    expect(new Set(sizes.flatMap((size) => (size === undefined ? [] : [size.default])))).toEqual(new Set([20]));
    expect(RESULT_CHARACTERS_MAX).toBe(45_000);
  });

  it("[MCP-6] describe each argument of the request once, and no other but the row to begin with", () => {
    for (const { name, inputSchema, request } of nonEmpty(tools)) {
      const sent = [...request.inPath, ...request.inQuery, ...request.inBody];
      const others = Object.keys(inputSchema.properties).filter((argument) => !sent.includes(argument));

      expect([name, sent.length]).toEqual([name, new Set(sent).size]);
      expect([name, others]).toEqual([name, ["get_charts", "list_app_competitors"].includes(name) ? ["from_row"] : []]);
      expect([name, request.inPath.every((one) => inputSchema.required?.includes(one))]).toEqual([name, true]);
    }
  });
});

/** Returns the texts of a prompt: with all of its arguments, and with those alone that it requires. */
function textsOf(prompt: Prompt): readonly string[] {
  const ask = (given: Prompt["arguments"]) =>
    z.string().parse(prompt.ask(Object.fromEntries(given.map(({ name }) => [name, "1"]))));
  return [ask(prompt.arguments), ask(prompt.arguments.filter(({ required }) => required))];
}

const toolsIn = (text: string): readonly string[] => text.match(/\b(?:get|list|compare|search)(?:_[a-z]+)+\b/g) ?? [];

/** Returns the arguments that a sentence names, with the value that it gives them, and the tools that it names. */
function argumentsIn(text: string) {
  const sentences = text.split(/(?<=[.?]) /);
  return sentences.flatMap((sentence) =>
    [...sentence.matchAll(/`(\w+)`(?! that)(?: (\["[^\]]*\]|"[^"]*"))?/g)].map(([, name = "", value]) => ({
      name,
      value: value === undefined ? undefined : JSON.parse(value),
      takenBy: tools.filter((tool) => toolsIn(sentence).includes(tool.name) && name in tool.inputSchema.properties),
    })),
  );
}

describe("the prompts of assistants", () => {
  it.each(prompts)("[MCP-8] name only tools that exist: $name", (prompt) => {
    for (const text of nonEmpty(textsOf(prompt))) {
      expect(toolsIn(text).length).toBeGreaterThan(0);
      expect(toolsIn(text).filter((word) => !names.includes(word))).toEqual([]);
    }
  });

  it.each(prompts)("[MCP-8] name only arguments that the tools of the same sentence have: $name", (prompt) => {
    const named = textsOf(prompt).flatMap(argumentsIn);

    expect(named.filter(({ takenBy }) => takenBy.length === 0).map(({ name }) => name)).toEqual([]);
  });

  it("[MCP-8] name only values that the tools accept", () => {
    const given = prompts.flatMap(textsOf).flatMap(argumentsIn);
    const withValue = given.filter(({ value }) => value !== undefined);

    for (const { name, value, takenBy } of nonEmpty(withValue)) {
      const schemas = takenBy.map(({ inputSchema }) => z.fromJSONSchema(inputSchema.properties[name] ?? false));
      expect([name, value, schemas.map((schema) => schema.safeParse(value).success)]).toEqual([name, value, [true]]);
    }
  });
});
