import type { Environment } from "./environment.ts";
import type { Outcome } from "./environment-messages.ts";

/** Environments per function when nothing says otherwise. */
const ENVIRONMENTS_MAX = 10;
const WAITING_MAX = 1_000;
const IDLE_MS_MAX = 60_000;

/** The environments of one function. */
export type Pool = {
  readonly invoke: (event: unknown) => Promise<Outcome>;
  /** Kills what runs, as if the machine under it had failed. Returns how many environments it killed. */
  readonly killAll: () => number;
  readonly stop: () => void;
};

/** What each of so many functions may have at once, when all of them together may have no more than `total`. */
export function shareOfEnvironments(total: number, functionCount: number): number {
  return Math.max(1, Math.min(ENVIRONMENTS_MAX, Math.floor(total / functionCount)));
}

type Member = { readonly environment: Environment; idleTimer: NodeJS.Timeout | undefined };

/** Starts environments as they are needed, uses idle ones again, and ends those that stay idle. */
export function createPool(start: () => Environment, environmentsMax = ENVIRONMENTS_MAX): Pool {
  const members = new Set<Member>();
  const idle: Member[] = [];
  const waiting: (() => void)[] = [];
  let stopped = false;

  function takeIdle(): Member | undefined {
    for (let member = idle.pop(); member; member = idle.pop()) {
      clearTimeout(member.idleTimer);
      if (member.environment.isAlive()) return member;
      members.delete(member);
    }
    return undefined;
  }

  function acquire(): Member | undefined {
    const reused = takeIdle();
    if (reused) return reused;
    if (members.size >= environmentsMax) return undefined;
    const member: Member = { environment: start(), idleTimer: undefined };
    members.add(member);
    return member;
  }

  function release(member: Member): void {
    if (stopped || !member.environment.isAlive()) members.delete(member);
    else keepIdle(member);
    waiting.shift()?.();
  }

  function keepIdle(member: Member): void {
    member.idleTimer = setTimeout(() => {
      idle.splice(idle.indexOf(member), 1);
      members.delete(member);
      member.environment.kill();
    }, IDLE_MS_MAX).unref();
    idle.push(member);
  }

  async function invoke(event: unknown): Promise<Outcome> {
    for (let member = acquire(); ; member = acquire()) {
      if (stopped || (!member && waiting.length >= WAITING_MAX)) return throttled;
      if (member) return await member.environment.invoke(event).finally(() => release(member));
      await new Promise<void>((resolve) => waiting.push(resolve));
    }
  }

  function killAll(): number {
    for (const { environment } of members) environment.kill();
    return members.size;
  }

  return {
    invoke,
    killAll,
    stop: () => {
      stopped = true;
      for (const { idleTimer } of members) clearTimeout(idleTimer);
      killAll();
      for (const wake of waiting.splice(0)) wake();
    },
  };
}

const throttled: Outcome = {
  ok: false,
  kind: "throttled",
  errorType: "TooManyRequestsException",
  errorMessage: "Rate Exceeded.",
};
