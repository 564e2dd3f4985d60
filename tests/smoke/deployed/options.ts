import { readFileSync } from "node:fs";
import * as z from "zod";

import { parseOptions, readWholeNumber, UsageError } from "../../../infra/cli/command-line.ts";

export type SmokeOptions = {
  /** Without a slash at the end. */
  readonly url: string;
  /** Left out: a new account is registered, and stays. */
  readonly account: { readonly email: string; readonly password: string } | undefined;
  readonly documentation: "on" | "off" | undefined;
  readonly waitSeconds: number;
};

export const SMOKE_USAGE = `npm run smoke -- --url <address> [options]

  --url <address>             What the deployment printed as ApiUrl
  --outputs <file>            In place of --url: the file of npm run deploy -- --outputs-file
  --email, --password         An account to log in with (password also: SMOKE_PASSWORD; default: registers a new one)
  --documentation on|off      Whether /api/documentation must be there (default: either will do)
  --wait <seconds>            How long the syncs may take (default: 900)
  --help                      This text`;

const WAIT_DEFAULT = "900";
const WAIT_MAX = 3_600;

/** undefined: only the usage is wanted. */
export function readSmokeOptions(
  given: readonly string[],
  variables: Readonly<Record<string, string | undefined>>,
): SmokeOptions | undefined {
  const values = parseOptions("npm run smoke", given, {
    url: { type: "string" },
    outputs: { type: "string" },
    email: { type: "string" },
    password: { type: "string" },
    documentation: { type: "string" },
    wait: { type: "string", default: WAIT_DEFAULT },
    help: { type: "boolean", short: "h" },
  });
  if (values.help) return undefined;
  return {
    url: readUrl(values.url ?? (values.outputs && readApiUrl(values.outputs))),
    account: readAccount(values.email, values.password ?? variables.SMOKE_PASSWORD),
    documentation: readDocumentation(values.documentation),
    waitSeconds: readWholeNumber("--wait", values.wait, { min: 1, max: WAIT_MAX }),
  };
}

const outputsSchema = z.record(z.string(), z.record(z.string(), z.string()));

/** Returns the address that one of the stacks has printed. */
function readApiUrl(path: string): string {
  try {
    const stacks = outputsSchema.parse(JSON.parse(readFileSync(path, "utf8")));
    const [url] = Object.values(stacks).flatMap(({ ApiUrl }) => ApiUrl ?? []);
    if (url !== undefined) return url;
  } catch (error) {
    throw new UsageError(
      `--outputs names no file that a deployment wrote: ${error instanceof Error ? error.message : error}`,
    );
  }
  throw new UsageError(`No stack of ${path} has the output ApiUrl.`);
}

function readUrl(given: string | undefined): string {
  if (given === undefined) throw new UsageError("Say which service: --url https://….");
  const url = URL.parse(given);
  if (url === null || !["http:", "https:"].includes(url.protocol)) {
    throw new UsageError(`--url is an address that begins with https://, not "${given}".`);
  }
  return url.origin;
}

function readAccount(email: string | undefined, password: string | undefined): SmokeOptions["account"] {
  if (email === undefined) return undefined;
  if (password === undefined) throw new UsageError("--email needs --password, or the variable SMOKE_PASSWORD.");
  return { email, password };
}

function readDocumentation(given: string | undefined): SmokeOptions["documentation"] {
  if (given === undefined || given === "on" || given === "off") return given;
  throw new UsageError(`--documentation is on or off, not "${given}".`);
}
