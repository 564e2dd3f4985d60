import { readPageOf } from "../../../../client/read-page.ts";
import { useRead } from "../../../../client/use-read.ts";
import { Button } from "../../../../components/button.tsx";
import { EmptyState } from "../../../../components/empty-state.tsx";
import { PagedView } from "../../../../components/paged-view.tsx";
import { Panel } from "../../../../components/panel.tsx";
import { countryName } from "../../../../format/locale-names.ts";
import { useAppFrame } from "../../use-app-frame.ts";
import { ComparedRanks } from "./compared-ranks.tsx";
import { KeywordGrid } from "./keyword-grid.tsx";
import { RankPlots } from "./rank-plots.tsx";
import { rereadMs } from "./rank-words.ts";
import { TrackedCount } from "./tracked-count.tsx";
import { plottedIds, type SetTrackedState, type TrackedState } from "./tracked-state.ts";

const ROWS_A_PAGE = 50;

type RanksProps = { readonly state: TrackedState; readonly set: SetTrackedState };

export function Ranks({ state, set }: RanksProps) {
  const { params } = useAppFrame();
  const { country, sort, page, ids } = state;
  const query = {
    country_codes: country === undefined ? undefined : [country],
    sort,
    page,
    per_page: ROWS_A_PAGE,
    include: ["trends"],
  };
  const keywords = useRead(
    "listTrackedKeywords",
    { params, query },
    { keepPrevious: true, refetchInterval: (body) => rereadMs(body?.data ?? [], Date.now()) },
  );
  const listed = keywords.data?.data ?? [];
  const plotted = plottedIds(
    ids,
    listed.map(({ keyword_id: id }) => id),
  );
  return (
    <>
      <Panel title="Tracked keywords" actions={<TrackedCount count={keywords.data?.meta} />}>
        <PagedView
          query={keywords}
          onPage={(next) => set({ page: next })}
          loading="Loading the tracked keywords…"
          empty={<NoKeywords country={country} onWords={() => set({ part: "words" })} />}
        >
          {({ data }) => (
            <KeywordGrid
              rows={data}
              sort={sort}
              plotted={plotted}
              set={set}
              readPage={readPageOf("listTrackedKeywords", (next) => ({ params, query: { ...query, ...next } }))}
            />
          )}
        </PagedView>
      </Panel>
      {plotted.length > 0 && (
        <>
          <RankPlots keywordIds={plotted} state={state} set={set} />
          <ComparedRanks key={country} state={state} />
        </>
      )}
    </>
  );
}

type NoKeywordsProps = { readonly country: string | undefined; readonly onWords: () => void };

function NoKeywords({ country, onWords }: NoKeywordsProps) {
  const where = country === undefined ? "" : ` in ${countryName(country)}`;
  return (
    <EmptyState
      title={`No keyword is tracked${where}`}
      action={<Button onPress={onWords}>Choose words of the listing</Button>}
    >
      A tracked keyword is a term that people type into the store’s search. Add one above. The service then reads each
      day where the app ranks for it.
    </EmptyState>
  );
}
