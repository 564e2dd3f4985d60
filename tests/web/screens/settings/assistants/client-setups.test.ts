import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

import {
  clientIds,
  clientSetups,
  mcpUrl,
  TOKEN_PLACEHOLDER,
} from "../../../../../web/screens/settings/assistants/client-setups.ts";

const endpoint = { url: mcpUrl("https://shelfwatch.example"), token: "7|abc_DEF-123" };
const authorization = { Authorization: "Bearer 7|abc_DEF-123" };
const url = "https://shelfwatch.example/mcp";
const parsed = (id: (typeof clientIds)[number], at = endpoint) => JSON.parse(clientSetups[id].textOf(at));

describe("the configuration of", () => {
  it("Claude Code is a command whose header stands in quotation marks, since a token has a pipe", () => {
    expect(clientSetups["claude-code"].textOf(endpoint)).toBe(
      `claude mcp add --transport http --scope user shelfwatch ${url} --header "Authorization: Bearer 7|abc_DEF-123"`,
    );
  });

  it("Claude Desktop starts the bridge, with no space in an argument", () => {
    const { command, args, env } = parsed("claude-desktop").mcpServers.shelfwatch;

    const header = ["--header", `Authorization:\${AUTH_HEADER}`];
    expect([command, ...args]).toEqual(["npx", "-y", "mcp-remote", url, "--transport", "http-only", ...header]);
    expect(args.join("")).not.toContain(" ");
    expect(env).toEqual({ AUTH_HEADER: "Bearer 7|abc_DEF-123" });
  });

  it("Claude Desktop allows HTTP alone for a service without TLS", () => {
    const { args } = parsed("claude-desktop", { ...endpoint, url: mcpUrl("http://192.0.2.7:3000") }).mcpServers
      .shelfwatch;

    expect(args).toContain("--allow-http");
  });

  it.each([
    ["cursor", "mcpServers", { url, headers: authorization }],
    ["vscode", "servers", { type: "http", url, headers: authorization }],
    ["gemini-cli", "mcpServers", { httpUrl: url, headers: authorization }],
    ["windsurf", "mcpServers", { serverUrl: url, headers: authorization }],
    ["devin", "mcpServers", { url, transport: "http", headers: authorization }],
  ] as const)("%s names the address and the header", (id, key, server) => {
    expect(parsed(id)).toEqual({ [key]: { shelfwatch: server } });
  });

  it("Codex is a table of TOML", () => {
    expect(clientSetups.codex.textOf(endpoint).split("\n")).toEqual([
      "[mcp_servers.shelfwatch]",
      `url = "${url}"`,
      'http_headers = { Authorization = "Bearer 7|abc_DEF-123" }',
    ]);
  });

  it.each(clientIds)("%s is the one of docs/mcp.md", (id) => {
    const documented = readFileSync(join(import.meta.dirname, "../../../../../docs/mcp.md"), "utf8");

    expect(documented).toContain(`\n${clientSetups[id].textOf({ ...endpoint, token: TOKEN_PLACEHOLDER })}\n`);
  });
});
