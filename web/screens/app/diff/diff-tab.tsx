import { useQueryState } from "../../../client/query-state.ts";
import { EmptyState } from "../../../components/empty-state.tsx";
import { utcDay } from "../../../format/days.ts";
import { lastDay, useAppFrame } from "../use-app-frame.ts";
import { DiffFilters } from "./diff-filters.tsx";
import { type ComparedApp, diffSides, mainLocale } from "./diff-sides.ts";
import { diffState } from "./diff-state.ts";
import { DiffView } from "./diff-view.tsx";

export function DiffTab() {
  const { app, platform, externalId } = useAppFrame();
  const [given, set] = useQueryState(diffState);
  const state = { ...given, locale: given.locale ?? mainLocale(app) };
  const today = lastDay(app, Date.now());
  const others: readonly ComparedApp[] = app.competitors.map(({ app: { platform: store, external_id: id, name } }) => ({
    platform: store,
    externalId: id,
    name,
  }));
  const self = { platform, externalId, name: app.name };
  const firstVersion = app.versions.at(-1);
  const firstKnown = firstVersion && utcDay(firstVersion.created_at);
  const sides = diffSides(state, { app: self, others, country: app.origin_country_code, today, firstKnown });
  return (
    <>
      <DiffFilters state={state} others={others} today={today} firstKnown={firstKnown} onChange={set} />
      {sides === undefined ? (
        <EmptyState title={state.kind === "apps" ? "Choose a second app" : "Choose a second language"}>
          {state.kind === "apps" && others.length === 0
            ? "An app can be compared with its competitors. Add one on the Competitors tab."
            : "The two listings are then shown side by side."}
        </EmptyState>
      ) : (
        <DiffView key={JSON.stringify(sides)} sides={sides} isSameText={state.kind === "days"} />
      )}
    </>
  );
}
