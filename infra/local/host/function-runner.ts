import { availableParallelism } from "node:os";
import { join } from "node:path";

import { bundleName } from "../../aws/bundle/bundle-name.ts";
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
  readonly bundleDir: string;
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

  function findPool(isWanted: (hosted: HostedFunction) => boolean, what: string): Pool {
    const found = pools.find(({ hosted }) => isWanted(hosted));
    if (found) return found.pool;
    throw new Error(`No function is called ${what}; there are ${pools.map(({ hosted }) => hosted.name).join(", ")}`);
  }

  const byName = (name: string) => findPool((hosted) => hosted.name === name, name);
  return {
    invoke: async (arn, event) => await findPool((hosted) => hosted.arn === arn, arn).invoke(event),
    invokeByName: async (name, event) => await byName(name).invoke(event),
    killEnvironments: (name) => byName(name).killAll(),
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
  const pathOf = (entry: string) => join(settings.bundleDir, `${bundleName(entry)}.mjs`);
  const start = () =>
    startEnvironment({
      hosted,
      bootstrapPath: pathOf(BOOTSTRAP_ENTRY),
      bundlePath: pathOf(hosted.entry),
      variables: settings.variablesOf(hosted),
      keepOutput: log.keep,
    });
  const { functions, environmentsMax = Number.POSITIVE_INFINITY } = settings;
  const share = shareOfEnvironments(environmentsMax, functions.length);
  return createPool(start, { environmentsMax: Math.min(share, hosted.reservedConcurrency ?? share), startSlots });
}
