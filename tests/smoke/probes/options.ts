import { parseOptions, UsageError } from "../../../infra/cli/command-line.ts";

export type ProbeOptions = {
  /** The address of a store simulator, without a slash at the end. */
  readonly simulatorUrl: string | undefined;
  /** Where the stores can reach who sends the requests. */
  readonly contact: string | undefined;
};

export const PROBE_USAGE = `npm run probe:stores -- [options]

  --contact <address>   A web or e-mail address in the honest user agent, by which the stores can reach you
  --simulator <url>     Probes a store simulator instead of the stores, without pauses
  --help                This text

A store treats addresses of AWS unlike yours: run it in CloudShell of the region that you deploy to.`;

const CONTACT_FORM = /^(https?:\/\/|mailto:)?[\w.~:/?#@!$&'*+,;=%-]{3,150}$/;

/** Returns undefined when only the usage is requested. */
export function readProbeOptions(given: readonly string[]): ProbeOptions | undefined {
  const values = parseOptions("npm run probe:stores", given, {
    contact: { type: "string" },
    simulator: { type: "string" },
    help: { type: "boolean", short: "h" },
  });
  if (values.help) return undefined;
  const { contact, simulator } = values;
  if (contact !== undefined && !CONTACT_FORM.test(contact)) {
    throw new UsageError(`--contact is a web or e-mail address, not "${contact}".`);
  }
  return { contact, simulatorUrl: simulator === undefined ? undefined : readUrl(simulator) };
}

function readUrl(given: string): string {
  const url = URL.parse(given);
  if (url !== null && ["http:", "https:"].includes(url.protocol)) return url.origin;
  throw new UsageError(`--simulator is an address that begins with http://, not "${given}".`);
}

/** Returns the user agent that names this service. */
export function honestUserAgent(version: string, contact: string | undefined): string {
  return contact === undefined ? `Shelfwatch/${version}` : `Shelfwatch/${version} (+${contact})`;
}
