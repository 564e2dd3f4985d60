import { list, text } from "../../../client/codec.ts";
import { useQueryState } from "../../../client/query-state.ts";
import { useRead } from "../../../client/use-read.ts";
import { EmptyState } from "../../../components/empty-state.tsx";
import { Panel } from "../../../components/panel.tsx";
import { QueryView } from "../../../components/query-view.tsx";
import { useAppFrame } from "../use-app-frame.ts";
import { AddCompetitor } from "./add-competitor.tsx";
import { COMPARED_MAX, CompetitorTable } from "./competitor-table.tsx";
import { SideBySide } from "./side-by-side.tsx";
import { SimilarApps } from "./similar-apps.tsx";

const state = { compare: list(COMPARED_MAX), find: text(), locale: text() };

/** The competitors of an app, and the apps that the store shows beside it. */
export function CompetitorsTab() {
  const { params, app } = useAppFrame();
  const [{ compare, find, locale }, set] = useQueryState(state);
  const query = useRead("listAppCompetitors", { params });
  // A competitor may be of the other store.
  const paramsOf = (external_id: string) => {
    const row = query.data?.data.find((competitor) => competitor.app.external_id === external_id);
    return { platform: row?.app.platform ?? app.platform, external_id };
  };
  return (
    <>
      <Panel title="Competitors">
        <QueryView
          query={query}
          loading="Loading the competitors…"
          isEmpty={({ data }) => data.length === 0}
          empty={
            <EmptyState title="No competitor yet">
              Search for one below. A competitor is synced as often as {app.name}, and you can compare both.
            </EmptyState>
          }
        >
          {({ data }) => <CompetitorTable rows={data} compared={compare} onCompare={(ids) => set({ compare: ids })} />}
        </QueryView>
      </Panel>
      {compare.length > 0 && !query.isPending && (
        <SideBySide compared={compare.map(paramsOf)} locale={locale} onLocale={(value) => set({ locale: value })} />
      )}
      <AddCompetitor
        term={find}
        onTerm={(value) => set({ find: value }, { replace: true })}
        known={query.data?.data.map(({ app: { external_id } }) => external_id) ?? []}
      />
      <SimilarApps />
    </>
  );
}
