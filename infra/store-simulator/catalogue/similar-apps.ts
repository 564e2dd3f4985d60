import { revisionOn, rhythms } from "./cadence.ts";
import type { AppOnDay, CatalogueApp } from "./records.ts";

const SIMILAR_APPS_MIN = 4;
const SIMILAR_APPS_MAX = 12;

/** Pages with a list beyond all bounds, as a store might one day send. */
const MANY_SHARE = 0.03;
const MANY = 60;

/** Apps about the same thing come first. The first of them changes now and then, so that all others move. */
export function similarOn(
  app: CatalogueApp,
  input: { readonly apps: readonly CatalogueApp[]; readonly country: string; readonly day: number },
): readonly AppOnDay[] {
  const { draws } = app;
  const turn = revisionOn(draws, "similar", rhythms.similar, input.day).number;
  const count = draws.chance("many similar apps", MANY_SHARE)
    ? MANY
    : draws.int("similar apps", SIMILAR_APPS_MIN, SIMILAR_APPS_MAX);

  const start = draws.int(`similar from:${turn}`, 0, input.apps.length - 1);
  const rotated = [...input.apps.slice(start), ...input.apps.slice(0, start)];
  const [same, others] = [true, false].map((isSame) => rotated.filter(({ theme }) => (theme === app.theme) === isSame));
  const found: AppOnDay[] = [];
  for (const candidate of [...(same ?? []), ...(others ?? [])]) {
    if (found.length === count) break;
    const shown = candidate.externalId === app.externalId ? undefined : candidate.on(input.day);
    if (shown?.isAvailable(input.country)) found.push(shown);
  }
  return found;
}
