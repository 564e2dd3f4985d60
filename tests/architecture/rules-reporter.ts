import type { Reporter, TestModule, TestRunEndReason, TestSpecification, Vitest } from "vitest/node";

import { readRules, ruleIdsIn } from "./rules.ts";

/** Fails a run on an id that no rule has, and the run of a whole suite on a rule that no passed test carries. */
export class RulesReporter implements Reporter {
  readonly #script: string;
  #vitest: Vitest | undefined;
  #isWhole = false;

  /** @param script The npm script of the suite: other scripts hold the rules that name them. */
  constructor(script: string) {
    this.#script = script;
  }

  onInit(vitest: Vitest): void {
    this.#vitest = vitest;
  }

  async onTestRunStart(specifications: readonly TestSpecification[]): Promise<void> {
    const all = (await this.#vitest?.globTestSpecifications()) ?? [];
    this.#isWhole = specifications.length === all.length && this.#vitest?.config.testNamePattern === undefined;
  }

  onTestRunEnd(modules: readonly TestModule[], _errors: unknown, reason: TestRunEndReason): void {
    const rules = readRules();
    const known = new Set(rules.map(({ id }) => id));
    const named = new Set<string>();
    const held = new Set<string>();
    for (const test of modules.flatMap(({ children }) => [...children.allTests()])) {
      for (const id of ruleIdsIn(test.fullName)) {
        named.add(id);
        if (test.result().state === "passed") held.add(id);
      }
    }

    const unknown = [...named].filter((id) => !known.has(id)).map((id) => `${id}: a title names it, no rule has it`);
    const own = rules.filter(({ script }) => script === this.#script);
    const unheld = own
      .filter(({ id }) => !held.has(id))
      .map(({ id, sentence }) => `${id}: no test that passed holds it: ${sentence}`);
    const isComplete = this.#isWhole && reason !== "interrupted";
    const faults = isComplete ? [...unknown, ...unheld] : unknown;

    if (isComplete && faults.length === 0) this.#vitest?.logger.log(`Rules held: all ${own.length}.`);
    for (const fault of faults) this.#vitest?.logger.error(fault);
    if (faults.length > 0) process.exitCode = 1;
  }
}
