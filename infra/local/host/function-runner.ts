import { availableParallelism } from "node:os";
import { join } from "node:path";

import { createLogFile, type LogFile } from "../log-file.ts";
import { type Outcome, startEnvironment } from "./environment.ts";
import type { HostedFunction } from "./model.ts";
import { createPool, createStartSlots, type Pool, type StartSlots, shareOfEnvironments } from "./pool.ts";

export type FunctionRunner = {
  readonly invoke: (functionArn: string, event: unknown) => Promise<Outcome>;
  readonly invokeByName: (functionName: string, event: unknown) => Promise<Outcome>;
  readonly killEnvironments: (functionName: string) => number;
  readonly names: readonly string[];
  readonly stop: () => Promise<void>;
};

export type FunctionRunnerSettings = {
  readonly functions: readonly HostedFunction[];
  /** The functions of schedules and queues. All others start before them, since a user waits. */
  readonly background: ReadonlySet<string>;
  readonly bundlePathOf: (entry: string) => string;
  /** Resolves once the bundle of an entry is there. By default, all are. */
  readonly untilBundled?: (entry: string) => Promise<void>;
  readonly logDir: string;
  readonly onLogFailure: (error: Error) => void;
  readonly environmentsMax?: number;
  readonly variablesOf: (hosted: HostedFunction) => Readonly<Record<string, string>>;
};

export const BOOTSTRAP_ENTRY = "infra/local/host/bootstrap.ts";

/** Loading keeps a core busy, and more loads at once would slow each other down until they time out. */
const STARTS_AT_ONCE_PER_CORE = 2;

export function createFunctionRunner(settings: FunctionRunnerSettings): FunctionRunner {
  const logs: LogFile[] = [];
  const startSlots = createStartSlots(STARTS_AT_ONCE_PER_CORE * availableParallelism());
  const pools = settings.functions.map((hosted) => {
    const log = createLogFile(join(settings.logDir, `${hosted.name}.log`), settings.onLogFailure);
    logs.push(log);
    return { hosted, pool: createFunctionPool(settings, { hosted, log, startSlots }) };
  });

  function find(isWanted: (hosted: HostedFunction) => boolean, what: string) {
    const found = pools.find(({ hosted }) => isWanted(hosted));
    if (found) return found;
    throw new Error(`No function is called ${what}; there are ${pools.map(({ hosted }) => hosted.name).join(", ")}`);
  }

  const byName = (name: string) => find((hosted) => hosted.name === name, name);
  const invoke = async ({ hosted, pool }: (typeof pools)[number], event: unknown): Promise<Outcome> => {
    try {
      await settings.untilBundled?.(hosted.entry);
    } catch (error) {
      return { ok: false, kind: "error", errorType: "Runtime.ImportModuleError", errorMessage: String(error) };
    }
    return await pool.invoke(event);
  };
  return {
    invoke: async (arn, event) =>
      await invoke(
        find((hosted) => hosted.arn === arn, arn),
        event,
      ),
    invokeByName: async (name, event) => await invoke(byName(name), event),
    killEnvironments: (name) => byName(name).pool.killAll(),
    names: settings.functions.map(({ name }) => name),
    stop: async () => {
      await Promise.all(pools.map(({ pool }) => pool.stop()));
      for (const log of logs) log.close();
    },
  };
}

function createFunctionPool(
  settings: FunctionRunnerSettings,
  parts: { readonly hosted: HostedFunction; readonly log: LogFile; readonly startSlots: StartSlots },
): Pool {
  const { hosted, log, startSlots } = parts;
  const start = () =>
    startEnvironment({
      hosted,
      bootstrapPath: settings.bundlePathOf(BOOTSTRAP_ENTRY),
      bundlePath: settings.bundlePathOf(hosted.entry),
      variables: settings.variablesOf(hosted),
      keepOutput: log.keep,
    });
  const { functions, environmentsMax = Number.POSITIVE_INFINITY } = settings;
  const share = shareOfEnvironments(environmentsMax, functions.length);
  return createPool(start, {
    environmentsMax: Math.min(share, hosted.reservedConcurrency ?? share),
    startSlots,
    startsFirst: !settings.background.has(hosted.arn),
  });
}
