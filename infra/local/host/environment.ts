import { type ChildProcess, fork } from "node:child_process";
import { randomUUID } from "node:crypto";
import type { Readable } from "node:stream";

import type { FromEnvironment, Outcome, ToEnvironment } from "./environment-messages.ts";
import type { HostedFunction } from "./model.ts";

/** For a function to load. Lambda gives ten seconds; a laptop that is busy with other things takes longer. */
const INIT_MS_MAX = 60_000;
/** V8's heap is a part of what a process needs; Lambda's limit is on all of it. */
const HEAP_SHARE = 0.85;
const RESPONSE_BYTES_MAX = 6 * 1024 * 1024;

/** One running copy of a function: a child process that handles one invocation at a time. */
export type Environment = {
  /** Resolves when the function has loaded, or with the reason why it did not. */
  readonly ready: Promise<Outcome>;
  /** To be called when the environment is ready. */
  readonly invoke: (event: unknown) => Promise<Outcome>;
  readonly kill: () => void;
  /** Resolves when the process is gone. */
  readonly ended: Promise<void>;
  readonly isAlive: () => boolean;
};

export type EnvironmentSettings = {
  readonly hosted: HostedFunction;
  readonly bootstrapPath: string;
  readonly bundlePath: string;
  readonly variables: Readonly<Record<string, string>>;
  /** Takes what the function prints. */
  readonly keepOutput: (output: Readable) => void;
};

export function startEnvironment(settings: EnvironmentSettings): Environment {
  const { hosted, variables, keepOutput } = settings;
  const child = fork(settings.bootstrapPath, [settings.bundlePath, "handler"], {
    env: variables,
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

/**
 * Tells who listens when the process ends, or at once when it has. No promise, which would keep the outcome of every
 * invocation that was raced against it for as long as the process lives.
 */
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

/** Returns what the first message says that `read` understands, or that the process ended, or took too long. */
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
  // The other side is bootstrap.ts, which sends this type alone.
  const listener = (message: unknown) => settle(read(message as FromEnvironment));
  const timer = setTimeout(() => {
    const errorMessage = `The function took more than ${timeoutMs / 1000} seconds ${toDoWhat}`;
    settle({ ok: false, kind: "timeout", errorType: "Sandbox.Timedout", errorMessage });
    child.kill("SIGKILL");
  }, timeoutMs);
  child.on("message", listener);
  // Called back at once by a process that is gone: what settles must be there before.
  let stopWatching: () => void = () => {};
  stopWatching = life.onEnd(settle);
  return promise;
}
