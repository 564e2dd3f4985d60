import { type ChildProcess, fork } from "node:child_process";
import { randomUUID } from "node:crypto";
import type { Writable } from "node:stream";

import type { FromEnvironment, Outcome, ToEnvironment } from "./environment-messages.ts";
import type { HostedFunction } from "./model.ts";

/** For a function to load. Lambda gives ten seconds; a laptop that is busy with other things takes longer. */
const INIT_MS_MAX = 60_000;
/** V8's heap is a part of what a process needs; Lambda's limit is on all of it. */
const HEAP_SHARE = 0.85;
const RESPONSE_BYTES_MAX = 6 * 1024 * 1024;

/** One running copy of a function: a child process that handles one invocation at a time. */
export type Environment = {
  readonly invoke: (event: unknown) => Promise<Outcome>;
  readonly kill: () => void;
  /** Resolves when the process is gone. */
  readonly ended: Promise<void>;
  readonly isAlive: () => boolean;
  readonly pid: number | undefined;
};

export type EnvironmentSettings = {
  readonly hosted: HostedFunction;
  readonly bootstrapPath: string;
  readonly bundlePath: string;
  readonly variables: Readonly<Record<string, string>>;
  readonly log: Writable;
};

export function startEnvironment(settings: EnvironmentSettings): Environment {
  const { hosted, variables, log } = settings;
  const child = fork(settings.bootstrapPath, [settings.bundlePath, "handler"], {
    env: variables,
    execArgv: [`--max-old-space-size=${Math.floor(hosted.memoryMb * HEAP_SHARE)}`],
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
  child.stdout?.pipe(log, { end: false });
  child.stderr?.pipe(log, { end: false });

  const exited = waitForExit(child);
  const ready = waitUntilReady(child, exited);
  return {
    invoke: async (event) => {
      const start = await ready;
      return start.ok ? await invoke({ child, exited, hosted, event }) : start;
    },
    kill: () => void child.kill("SIGKILL"),
    ended: exited.then(() => {}),
    isAlive: () => !child.killed && child.exitCode === null && child.signalCode === null && child.connected,
    pid: child.pid,
  };
}

function waitForExit(child: ChildProcess): Promise<Outcome> {
  return new Promise((resolve) => {
    const crashed = (errorMessage: string) =>
      resolve({ ok: false, kind: "crash", errorType: "Runtime.ExitError", errorMessage });
    child.once("exit", (code, signal) => crashed(`The environment ended with ${signal ?? `exit code ${code}`}`));
    child.once("error", (error) => crashed(`The environment did not start: ${error.message}`));
  });
}

async function waitUntilReady(child: ChildProcess, exited: Promise<Outcome>): Promise<Outcome> {
  const started = waitForMessage(child, (message): Outcome | undefined => {
    if (message.type === "ready") return { ok: true, payload: "" };
    if (message.type !== "init_failed") return undefined;
    child.kill("SIGKILL");
    return { ok: false, kind: "error", errorType: message.errorType, errorMessage: message.errorMessage };
  });
  return await withTimeout(child, INIT_MS_MAX, "to start", [started.outcome, exited]).finally(started.stop);
}

async function invoke(input: {
  readonly child: ChildProcess;
  readonly exited: Promise<Outcome>;
  readonly hosted: HostedFunction;
  readonly event: unknown;
}): Promise<Outcome> {
  const { child, exited, hosted } = input;
  const timeoutMs = hosted.timeoutSeconds * 1000;
  const requestId = randomUUID();
  const answered = waitForMessage(child, (message): Outcome | undefined => {
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
  return await withTimeout(child, timeoutMs, "to answer", [answered.outcome, exited]).finally(answered.stop);
}

function limitSize(payload: string): Outcome {
  if (Buffer.byteLength(payload) <= RESPONSE_BYTES_MAX) return { ok: true, payload };
  const errorMessage = `The answer is larger than ${RESPONSE_BYTES_MAX} bytes`;
  return { ok: false, kind: "error", errorType: "Function.ResponseSizeTooLarge", errorMessage };
}

function waitForMessage(child: ChildProcess, read: (message: FromEnvironment) => Outcome | undefined) {
  const { promise, resolve } = Promise.withResolvers<Outcome>();
  const listener = (message: unknown) => {
    // The other side is bootstrap.ts, which sends this type alone.
    const outcome = read(message as FromEnvironment);
    if (outcome) resolve(outcome);
  };
  child.on("message", listener);
  return { outcome: promise, stop: () => void child.off("message", listener) };
}

async function withTimeout(
  child: ChildProcess,
  timeoutMs: number,
  toDoWhat: string,
  outcomes: readonly Promise<Outcome>[],
): Promise<Outcome> {
  const { promise: late, resolve } = Promise.withResolvers<Outcome>();
  const timer = setTimeout(() => {
    resolve({
      ok: false,
      kind: "timeout",
      errorType: "Sandbox.Timedout",
      errorMessage: `The function took more than ${timeoutMs / 1000} seconds ${toDoWhat}`,
    });
    child.kill("SIGKILL");
  }, timeoutMs);
  return await Promise.race([...outcomes, late]).finally(() => clearTimeout(timer));
}
