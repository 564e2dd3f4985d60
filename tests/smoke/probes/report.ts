import { type Probe, type StoreHost, storeHosts } from "./probe.ts";
import type { ProbeResult } from "./run-probes.ts";

const HEADINGS = ["result", "host", "request", "expected", "got"] as const;
const VERDICT_WIDTH = "not tried".length;

/** Returns what formats results as lines of one table. */
export function tableOf(probes: readonly Probe[]) {
  const texts = [
    HEADINGS,
    ...probes.map((probe) => ["".padEnd(VERDICT_WIDTH), probe.host, titleOf(probe), probe.expects, ""]),
  ];
  const widths = HEADINGS.map((_, column) => Math.max(...texts.map((cells) => cells[column]?.length ?? 0)));
  const format = (cells: readonly string[]) =>
    cells
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join("  ")
      .trimEnd();

  return {
    headings: format(HEADINGS),
    line: ({ probe, verdict, got }: ProbeResult) => format([verdict, probe.host, titleOf(probe), probe.expects, got]),
  };
}

function titleOf({ name, agent }: Probe): string {
  return agent === "honest" ? `${name}, honest agent` : name;
}

/** Returns lines that say which hosts respond to the honest user agent as they do to the usual one. */
export function describeAgents(results: readonly ProbeResult[], honestAgent: string): readonly string[] {
  const verdicts = storeHosts.map((host) => ({ host, differing: differingRequests(results, host) }));
  const alike = verdicts.filter(({ differing }) => differing?.length === 0).map(({ host }) => host);
  const setting = JSON.stringify({ text: honestAgent, hosts: alike });
  return [
    `To the user agent "${honestAgent}"`,
    ...verdicts.map(({ host, differing }) => `  ${host} ${agentVerdict(differing)}`),
    ...(alike.length === 0 ? [] : [`scrapers.userAgent in infra/aws/stages.ts makes the scrapers send it: ${setting}`]),
  ];
}

function agentVerdict(differing: readonly string[] | undefined): string {
  if (differing === undefined) return "shows nothing, since it does not respond to the usual one either";
  return differing.length === 0 ? "responds alike" : `responds otherwise: ${differing.join(", ")}`;
}

/** Returns the requests that succeed with the usual user agent alone; undefined when some succeed with neither. */
function differingRequests(results: readonly ProbeResult[], host: StoreHost): readonly string[] | undefined {
  const onHost = results.filter(({ probe }) => probe.host === host);
  const honest = onHost.filter(({ probe }) => probe.agent === "honest");
  const isUsual = ({ probe, verdict }: ProbeResult) => probe.agent === "usual" && verdict === "ok";
  const usual = new Set(onHost.filter(isUsual).map(({ probe }) => probe.name));
  if (honest.some(({ probe }) => !usual.has(probe.name))) return undefined;
  return honest.filter(({ verdict }) => verdict !== "ok").map(({ probe }) => probe.name);
}

/** Returns the sentence at the end. */
export function summarise(results: readonly ProbeResult[]): string {
  const unmet = results.filter(isUnmet).length;
  const required = results.filter(({ probe }) => probe.isRequired).length;
  const differing = results.filter(({ verdict }) => verdict === "differs").length;
  const relied = `${required - unmet} of ${required} expectations that the service relies on hold`;
  return differing === 0 ? `${relied}.` : `${relied}; ${differing} of the others do not.`;
}

/** Returns whether the service relies on what was not shown. */
export function isUnmet({ probe, verdict }: ProbeResult): boolean {
  return probe.isRequired && verdict !== "ok";
}
