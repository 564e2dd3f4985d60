import { createHostSlots, type HostSlots } from "./host-slots.ts";
import type { Finding, Known, Probe, StoreReply } from "./probe.ts";
import { NoReplyError, type ProbeSender } from "./send-probe.ts";

export type ProbeDeps = Parameters<typeof createHostSlots>[0] & {
  readonly send: ProbeSender;
  readonly userAgentOf: (probe: Probe) => string;
};

export type Verdict = "ok" | "differs" | "FAILED" | "not tried";

export type ProbeResult = { readonly probe: Probe; readonly verdict: Verdict; readonly got: string };

/** Whatever is added to the probes, a run makes no more requests. */
export const REQUESTS_MAX = 60;

/** Sends one probe after the other and yields what each has shown. A host that rejects requests gets no more of them. */
export async function* runProbes(deps: ProbeDeps, probes: readonly Probe[], first: Known): AsyncGenerator<ProbeResult> {
  if (probes.length > REQUESTS_MAX) throw new RangeError(`${probes.length} probes: a run has ${REQUESTS_MAX} at most`);
  const slots = createHostSlots(deps);
  let known = first;

  for (const probe of probes) {
    const path = probe.path(known);
    const obstacle = slots.closed(probe.host);
    if (obstacle !== undefined || path === undefined) {
      yield { probe, verdict: "not tried", got: obstacle ?? "an earlier response lacks what it needs" };
      continue;
    }
    await slots.wait(probe.host);
    const finding = await send(deps, slots, { probe, path, known });
    known = { ...known, ...finding.learned };
    yield { probe, verdict: verdictOf(probe, finding), got: finding.got };
  }
}

async function send(
  deps: ProbeDeps,
  slots: HostSlots,
  { probe, path, known }: { probe: Probe; path: string; known: Known },
): Promise<Finding> {
  try {
    const reply = await deps.send(probe, path, deps.userAgentOf(probe));
    slots.noteReply(probe.host, rejectionOf(probe, reply));
    if (reply.status !== probe.status) return { holds: false, got: String(reply.status) };
    const finding = probe.read(reply, known);
    return { ...finding, got: `${reply.status}, ${finding.got}` };
  } catch (error) {
    if (!(error instanceof NoReplyError)) throw error;
    slots.noteFailure(probe.host, error.message);
    return { holds: false, got: error.message };
  }
}

/** A 403 to an unusual user agent may be about that alone. */
function rejectionOf({ agent }: Probe, { status }: StoreReply): string | undefined {
  return status === 429 || (status === 403 && agent === "usual") ? `it returned ${status}` : undefined;
}

function verdictOf({ isRequired }: Probe, { holds }: Finding): Verdict {
  if (holds) return "ok";
  return isRequired ? "FAILED" : "differs";
}
