import { setTimeout as delay } from "node:timers/promises";

import type { Environment, Outcome } from "./environment.ts";

const ENVIRONMENTS_MAX = 10;
const WAITING_MAX = 1_000;
const IDLE_MS_MAX = 60_000;
/** The system usually ends a killed process in a thousandth of this. */
const END_MS_MAX = 5_000;

export type Pool = {
  readonly invoke: (event: unknown) => Promise<Outcome>;
  readonly killAll: () => number;
  readonly stop: () => Promise<void>;
};

export type PoolLimits = {
  readonly environmentsMax?: number;
  readonly startSlots?: StartSlots;
  /** Starts before the environments that wait for slots of functions that nobody waits for. */
  readonly startsFirst?: boolean;
};

export function shareOfEnvironments(total: number, functionCount: number): number {
  return Math.max(1, Math.min(ENVIRONMENTS_MAX, Math.floor(total / functionCount)));
}

type Member = { readonly environment: Environment; idleTimer: NodeJS.Timeout | undefined };
type Given = { readonly member: Member } | { readonly failure: Outcome };

export function createPool(start: () => Environment, limits: PoolLimits = {}): Pool {
  const {
    environmentsMax = ENVIRONMENTS_MAX,
    startSlots = createStartSlots(environmentsMax),
    startsFirst = false,
  } = limits;
  const running = new Set<Environment>();
  const members = new Set<Member>();
  const idle: Member[] = [];
  const waiting: ((given: Given) => void)[] = [];
  let starting = 0;
  let stopped = false;

  function takeIdle(): Member | undefined {
    for (let member = idle.pop(); member; member = idle.pop()) {
      clearTimeout(member.idleTimer);
      if (member.environment.isAlive()) return member;
      members.delete(member);
    }
    return undefined;
  }

  function startAsNeeded(): void {
    while (!stopped && starting < waiting.length && members.size + starting < environmentsMax) {
      starting += 1;
      void startOne().finally(() => {
        starting -= 1;
        startAsNeeded();
      });
    }
  }

  async function startOne(): Promise<void> {
    const endSlot = await startSlots.take({ isFirst: startsFirst });
    try {
      // The invocation may have taken an environment that became free meanwhile.
      if (stopped || waiting.length === 0) return;
      const environment = startTracked();
      const outcome = await environment.ready;
      if (!outcome.ok) {
        waiting.shift()?.({ failure: outcome });
        return;
      }
      const member: Member = { environment, idleTimer: undefined };
      members.add(member);
      release(member);
    } finally {
      endSlot();
    }
  }

  function startTracked(): Environment {
    const environment = start();
    running.add(environment);
    void environment.ended.then(() => running.delete(environment));
    return environment;
  }

  function release(member: Member): void {
    if (stopped || !member.environment.isAlive()) {
      members.delete(member);
      startAsNeeded();
      return;
    }
    const next = waiting.shift();
    if (next) next({ member });
    else keepIdle(member);
  }

  function keepIdle(member: Member): void {
    member.idleTimer = setTimeout(() => {
      idle.splice(idle.indexOf(member), 1);
      members.delete(member);
      member.environment.kill();
    }, IDLE_MS_MAX).unref();
    idle.push(member);
  }

  async function acquire(): Promise<Given> {
    const member = stopped ? undefined : takeIdle();
    if (member) return { member };
    if (stopped || waiting.length >= WAITING_MAX) return { failure: throttled };
    const given = new Promise<Given>((resolve) => waiting.push(resolve));
    startAsNeeded();
    return await given;
  }

  async function invoke(event: unknown): Promise<Outcome> {
    const given = await acquire();
    if ("failure" in given) return given.failure;
    return await given.member.environment.invoke(event).finally(() => release(given.member));
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
      for (const give of waiting.splice(0)) give({ failure: throttled });
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

export type StartSlots = {
  /** Resolves to what gives the slot back. Those that are first have slots before all others that wait. */
  readonly take: (order?: { readonly isFirst: boolean }) => Promise<() => void>;
};

export function createStartSlots(slotsMax: number): StartSlots {
  const first: (() => void)[] = [];
  const others: (() => void)[] = [];
  let taken = 0;

  function end(): void {
    const next = first.shift() ?? others.shift();
    if (next) next();
    else taken -= 1;
  }
  return {
    take: async ({ isFirst } = { isFirst: false }) => {
      if (taken < slotsMax) taken += 1;
      else await new Promise<void>((resolve) => (isFirst ? first : others).push(resolve));
      return end;
    },
  };
}
