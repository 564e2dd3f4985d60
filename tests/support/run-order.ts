import { BaseSequencer, type TestSpecification } from "vitest/node";

/** The files that take longest, those with the longest first: they start hosts, sweep crash points, wait, bundle or walk. */
const SLOW = [
  /\/tests\/(e2e|oracle)\//,
  /\/tests\/(sweeps\/(economy|equality)|charts\/requests-of-days)\./,
  /\/tests\/\w+\/faults\//,
  /\/tests\/(sync\/(flood|simulated-stores)|stores\/\w+-connector)\./,
  /\/tests\/infra\//,
  /\/tests\/browser\/documentation\./,
  /\/dashboard\/(every-control|every-width|charts|pages|app-history|shell)\./,
];

/**
 * Starts the slow files before all others, so that none of them runs alone at the end. Vitest knows the slow files only
 * from an earlier run.
 */
export class SlowFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.toSorted((one, other) => rankOf(one) - rankOf(other));
  }
}

function rankOf({ moduleId }: TestSpecification): number {
  const rank = SLOW.findIndex((pattern) => pattern.test(moduleId));
  return rank < 0 ? SLOW.length : rank;
}
