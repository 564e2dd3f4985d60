import { BaseSequencer, type TestSpecification } from "vitest/node";

const SLOW = /\/tests\/(e2e|infra|(charts|sync)\/faults)\//;

/**
 * Starts the files that start hosts, bundle or sweep crash points before all others, so that none of them runs alone at
 * the end. Vitest knows the slow files only from an earlier run.
 */
export class SlowFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isSlow = ({ moduleId }: TestSpecification) => SLOW.test(moduleId);
    return [...sorted.filter(isSlow), ...sorted.filter((file) => !isSlow(file))];
  }
}
