import type { Data } from "../../../client/operation-types.ts";

export type InstallsPoint = Data<"listInstalls">[number];

type InstallsLine = {
  readonly days: readonly string[];
  readonly values: readonly (number | null)[];
};

/** Returns a line that begins, as those of ratings, on the first day on which installs were read. */
export function installsLine(points: readonly InstallsPoint[]): InstallsLine {
  const first = points.findIndex(({ installs }) => installs !== null);
  const shown = points.slice(Math.max(0, first));
  return { days: shown.map(({ date }) => date), values: shown.map(({ installs }) => installs) };
}
