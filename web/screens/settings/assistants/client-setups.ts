/** The name by which a client lists this service. */
const SERVER = "shelfwatch";

/** An assistant reaches the service at this address, with this token. */
export type Endpoint = { readonly url: string; readonly token: string };

type ClientSetup = {
  readonly name: string;
  /** Explains to the user where to put the text. */
  readonly how: string;
  readonly textOf: (endpoint: Endpoint) => string;
};

export const clientIds = [
  "claude-code",
  "claude-desktop",
  "cursor",
  "vscode",
  "codex",
  "gemini-cli",
  "windsurf",
  "devin",
] as const;

/** The syntax follows the documentation of each client, which docs/mcp.md links. */
export const clientSetups: Readonly<Record<(typeof clientIds)[number], ClientSetup>> = {
  "claude-code": {
    name: "Claude Code",
    how: "Run this command in a terminal. It adds the service for all of your projects.",
    textOf: ({ url, token }) =>
      `claude mcp add --transport http --scope user ${SERVER} ${url} --header "Authorization: Bearer ${token}"`,
  },
  "claude-desktop": {
    name: "Claude Desktop",
    how:
      "Open Settings, Developer, Edit Config, add this to claude_desktop_config.json, and restart Claude. The bridge " +
      "mcp-remote sends the token, and needs Node.js 18 or newer.",
    textOf: ({ url, token }) =>
      json({
        mcpServers: {
          [SERVER]: {
            command: "npx",
            args: [
              ...["-y", "mcp-remote", url, "--transport", "http-only"],
              ...(isEncrypted(url) ? [] : ["--allow-http"]),
              // On Windows, Claude Desktop splits arguments at spaces.
              ...["--header", `Authorization:\${AUTH_HEADER}`],
            ],
            env: { AUTH_HEADER: `Bearer ${token}` },
          },
        },
      }),
  },
  cursor: {
    name: "Cursor",
    how: "Add this to .cursor/mcp.json in your home folder.",
    textOf: ({ url, token }) => json({ mcpServers: { [SERVER]: { url, headers: bearer(token) } } }),
  },
  vscode: {
    name: "VS Code",
    how: "Run “MCP: Open User Configuration” from the command palette, and add this to mcp.json.",
    textOf: ({ url, token }) => json({ servers: { [SERVER]: { type: "http", url, headers: bearer(token) } } }),
  },
  codex: {
    name: "Codex",
    how: "Add this to .codex/config.toml in your home folder.",
    textOf: ({ url, token }) =>
      `[mcp_servers.${SERVER}]\nurl = "${url}"\nhttp_headers = { Authorization = "Bearer ${token}" }`,
  },
  "gemini-cli": {
    name: "Gemini CLI",
    how: "Add this to .gemini/settings.json in your home folder.",
    textOf: ({ url, token }) => json({ mcpServers: { [SERVER]: { httpUrl: url, headers: bearer(token) } } }),
  },
  windsurf: {
    name: "Windsurf (Cascade)",
    how: "Add this to .codeium/windsurf/mcp_config.json in your home folder, and refresh the servers in Cascade.",
    textOf: ({ url, token }) => json({ mcpServers: { [SERVER]: { serverUrl: url, headers: bearer(token) } } }),
  },
  devin: {
    name: "Devin Desktop (formerly Windsurf)",
    how: "Add this to .config/devin/config.json in your home folder, or on Windows to devin\\config.json in %APPDATA%.",
    textOf: ({ url, token }) => json({ mcpServers: { [SERVER]: { url, transport: "http", headers: bearer(token) } } }),
  },
};

/** Stands for a token until one is made. */
export const TOKEN_PLACEHOLDER = "YOUR_TOKEN";

/** Returns the address of the endpoint for assistants. */
export function mcpUrl(origin: string): string {
  return `${origin}/mcp`;
}

function isEncrypted(url: string): boolean {
  return url.startsWith("https:");
}

function bearer(token: string) {
  return { Authorization: `Bearer ${token}` };
}

function json(value: object): string {
  return JSON.stringify(value, null, 2);
}
