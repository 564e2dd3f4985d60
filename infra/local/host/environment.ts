import { type ChildProcess, fork } from "node:child_process";
import { randomUUID } from "node:crypto";
import { dirname, join } from "node:path";
import type { Readable } from "node:stream";

import type { HostedFunction } from "./model.ts";

/** Lambda allows ten seconds for loading a function; a busy laptop takes longer. */
const INIT_MS_MAX = 60_000;
/** V8's heap is part of the memory of a process; Lambda limits the whole. */
const HEAP_SHARE = 0.85;
const RESPONSE_BYTES_MAX = 6 * 1024 * 1024;
/** The folder beside the bundles that keeps what V8 has compiled: many functions load the same chunks. */
export const COMPILED_FOLDER = "compiled";

export type Environment = {
  readonly ready: Promise<Outcome>;
  /** It may be called only after `ready` has resolved. */
  readonly invoke: (event: unknown) => Promise<Outcome>;
  readonly kill: () => void;
  readonly ended: Promise<void>;
  readonly isAlive: () => boolean;
};

export type Outcome =
  | { readonly ok: true; readonly payload: string }
  | ({ readonly ok: false; readonly kind: "error" | "timeout" | "crash" | "throttled" } & Failure);

export type EnvironmentSettings = {
  readonly hosted: HostedFunction;
  readonly bootstrapPath: string;
  readonly bundlePath: string;
  readonly variables: Readonly<Record<string, string>>;
  readonly keepOutput: (output: Readable) => void;
};

export function startEnvironment(settings: EnvironmentSettings): Environment {
  const { hosted, variables, keepOutput } = settings;
  const child = fork(settings.bootstrapPath, [settings.bundlePath, "handler"], {
    env: { ...variables, NODE_COMPILE_CACHE: join(dirname(settings.bootstrapPath), COMPILED_FOLDER) },
    execArgv: [`--max-old-space-size=${Math.floor(hosted.memoryMb * HEAP_SHARE)}`],
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
  for (const output of [child.stdout, child.stderr]) if (output) keepOutput(output);

  const life = watchLife(child);
  return {
    ready: waitUntilReady(child, life),
    invoke: (event) => invoke({ child, life, hosted, event }),
    kill: () => void child.kill("SIGKILL"),
    ended: new Promise((resolve) => life.onEnd(() => resolve())),
    isAlive: () => !child.killed && child.exitCode === null && child.signalCode === null && child.connected,
  };
}

/** The message by which bootstrap.ts is given an event. */
export type ToEnvironment = {
  readonly requestId: string;
  readonly event: string;
  readonly functionArn: string;
  /** Epoch milliseconds at which the invocation times out. */
  readonly deadline: number;
};

type Failure = { readonly errorType: string; readonly errorMessage: string };

export type FromEnvironment =
  | { readonly type: "ready" }
  | ({ readonly type: "init_failed" } & Failure)
  | { readonly type: "result"; readonly requestId: string; readonly payload: string }
  | ({ readonly type: "failed"; readonly requestId: string } & Failure);

/** A promise would keep the results of all invocations that were raced against it in memory until the process ends. */
type Life = { readonly onEnd: (listener: (crash: Outcome) => void) => () => void };

function watchLife(child: ChildProcess): Life {
  const listeners = new Set<(crash: Outcome) => void>();
  let crash: Outcome | undefined;
  const end = (errorMessage: string) => {
    if (crash) return;
    crash = { ok: false, kind: "crash", errorType: "Runtime.ExitError", errorMessage };
    for (const listener of listeners) listener(crash);
    listeners.clear();
  };
  child.once("exit", (code, signal) => end(`The environment ended with ${signal ?? `exit code ${code}`}`));
  child.once("error", (error) => end(`The environment did not start: ${error.message}`));
  return {
    onEnd: (listener) => {
      if (crash) listener(crash);
      else listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

function waitUntilReady(child: ChildProcess, life: Life): Promise<Outcome> {
  return waitForOutcome({ child, life, timeoutMs: INIT_MS_MAX, toDoWhat: "to start" }, (message) => {
    if (message.type === "ready") return { ok: true, payload: "" };
    if (message.type !== "init_failed") return undefined;
    child.kill("SIGKILL");
    return { ok: false, kind: "error", errorType: message.errorType, errorMessage: message.errorMessage };
  });
}

async function invoke(input: {
  readonly child: ChildProcess;
  readonly life: Life;
  readonly hosted: HostedFunction;
  readonly event: unknown;
}): Promise<Outcome> {
  const { child, life, hosted } = input;
  const timeoutMs = hosted.timeoutSeconds * 1000;
  const requestId = randomUUID();
  const outcome = waitForOutcome({ child, life, timeoutMs, toDoWhat: "to respond" }, (message) => {
    if (message.type === "failed" && message.requestId === requestId) {
      return { ok: false, kind: "error", errorType: message.errorType, errorMessage: message.errorMessage };
    }
    if (message.type !== "result" || message.requestId !== requestId) return undefined;
    return limitSize(message.payload);
  });
  const message: ToEnvironment = {
    requestId,
    event: JSON.stringify(input.event),
    functionArn: hosted.arn,
    deadline: Date.now() + timeoutMs,
  };
  if (child.connected) child.send(message, () => {});
  return await outcome;
}

function limitSize(payload: string): Outcome {
  if (Buffer.byteLength(payload) <= RESPONSE_BYTES_MAX) return { ok: true, payload };
  const errorMessage = `The response is larger than ${RESPONSE_BYTES_MAX} bytes`;
  return { ok: false, kind: "error", errorType: "Function.ResponseSizeTooLarge", errorMessage };
}

function waitForOutcome(
  wait: {
    readonly child: ChildProcess;
    readonly life: Life;
    readonly timeoutMs: number;
    readonly toDoWhat: string;
  },
  read: (message: FromEnvironment) => Outcome | undefined,
): Promise<Outcome> {
  const { child, life, timeoutMs, toDoWhat } = wait;
  const { promise, resolve } = Promise.withResolvers<Outcome>();
  const settle = (outcome: Outcome | undefined) => {
    if (!outcome) return;
    clearTimeout(timer);
    child.off("message", listener);
    stopWatching();
    resolve(outcome);
  };
  // bootstrap.ts, at the other end, sends no other type.
  const listener = (message: unknown) => settle(read(message as FromEnvironment));
  const timer = setTimeout(() => {
    const errorMessage = `The function took more than ${timeoutMs / 1000} seconds ${toDoWhat}`;
    settle({ ok: false, kind: "timeout", errorType: "Sandbox.Timedout", errorMessage });
    child.kill("SIGKILL");
  }, timeoutMs);
  child.on("message", listener);
  // A process that has ended calls back at once, so `settle` must exist before.
  let stopWatching: () => void = () => {};
  stopWatching = life.onEnd(settle);
  return promise;
}
