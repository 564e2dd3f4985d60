import { setTimeout as delay } from "node:timers/promises";

import type { Environment } from "./environment.ts";
import type { Outcome } from "./environment-messages.ts";

/** Environments per function when nothing says otherwise. */
const ENVIRONMENTS_MAX = 10;
const WAITING_MAX = 1_000;
const IDLE_MS_MAX = 60_000;
/** For the system to end a killed process; a thousandth of this is usual. */
const END_MS_MAX = 5_000;

/** The environments of one function. */
export type Pool = {
  readonly invoke: (event: unknown) => Promise<Outcome>;
  /** Kills what runs, as if the machine under it had failed. Returns how many environments it killed. */
  readonly killAll: () => number;
  /** Kills what runs, starts nothing more, and resolves when no process of the pool is left. */
  readonly stop: () => Promise<void>;
};

/** What each of so many functions may have at once, when all of them together may have no more than `total`. */
export function shareOfEnvironments(total: number, functionCount: number): number {
  return Math.max(1, Math.min(ENVIRONMENTS_MAX, Math.floor(total / functionCount)));
}

type Member = { readonly environment: Environment; idleTimer: NodeJS.Timeout | undefined };

/** Starts environments as they are needed, uses idle ones again, and ends those that stay idle. */
export function createPool(start: () => Environment, environmentsMax = ENVIRONMENTS_MAX): Pool {
  const running = new Set<Environment>();
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
    const member: Member = { environment: startTracked(), idleTimer: undefined };
    members.add(member);
    return member;
  }

  function startTracked(): Environment {
    const environment = start();
    running.add(environment);
    void environment.ended.then(() => running.delete(environment));
    return environment;
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
    while (!stopped) {
      const member = acquire();
      if (!member && waiting.length >= WAITING_MAX) break;
      if (member) return await member.environment.invoke(event).finally(() => release(member));
      await new Promise<void>((resolve) => waiting.push(resolve));
    }
    return throttled;
  }

  function killAll(): number {
    const alive = [...running].filter((environment) => environment.isAlive());
    for (const environment of running) environment.kill();
    return alive.length;
  }

  return {
    invoke,
    killAll,
    stop: async () => {
      stopped = true;
      for (const { idleTimer } of members) clearTimeout(idleTimer);
      killAll();
      for (const wake of waiting.splice(0)) wake();
      const ended = Promise.all([...running].map((environment) => environment.ended));
      await Promise.race([ended, delay(END_MS_MAX, undefined, { ref: false })]);
    },
  };
}

const throttled: Outcome = {
  ok: false,
  kind: "throttled",
  errorType: "TooManyRequestsException",
  errorMessage: "Rate Exceeded.",
};
