import type { Data } from "../../../../client/operation-types.ts";
import { useRead } from "../../../../client/use-read.ts";
import { AppLink } from "../../../../components/app-link.tsx";
import { Badge } from "../../../../components/badge.tsx";
import { DataTable } from "../../../../components/data-table.tsx";
import { Dialog } from "../../../../components/dialog.tsx";
import { EmptyState } from "../../../../components/empty-state.tsx";
import { DateField } from "../../../../components/fields/date-field.tsx";
import { QueryView } from "../../../../components/query-view.tsx";
import { TimeAgo } from "../../../../components/time-ago.tsx";
import { todayUtc } from "../../../../format/days.ts";
import { countryName } from "../../../../format/locale-names.ts";
import { formatDay } from "../../../../format/times.ts";
import { useAppFrame } from "../../use-app-frame.ts";
import styles from "./tracked.module.css";
import type { SetTrackedState } from "./tracked-state.ts";
import { useRivals } from "./use-rivals.ts";

type ResultsDialogProps = {
  readonly keywordId: string;
  readonly at: string | undefined;
  readonly set: SetTrackedState;
};

type Results = Data<"showKeywordResults">;

/** Shows what a search for a term showed on a day. */
export function ResultsDialog({ keywordId, at, set }: ResultsDialogProps) {
  const results = useRead(
    "showKeywordResults",
    { params: { keyword_id: keywordId }, query: { date: at } },
    { keepPrevious: true },
  );
  const shown = results.data?.data;
  const title = shown === undefined ? "Results" : `Results for “${shown.term}” in ${countryName(shown.country_code)}`;
  return (
    <Dialog title={title} size="wide" isOpen onClose={() => set({ results: undefined, at: undefined })}>
      <DateField
        label="Day"
        value={at ?? shown?.date}
        max={todayUtc(Date.now())}
        onChange={(day) => set({ at: day }, { replace: true })}
      />
      <QueryView
        query={results}
        loading="Loading the results…"
        isEmpty={({ data }) => data.results.length === 0}
        empty={shown !== undefined && <NoResults results={shown} />}
      >
        {({ data }) => <ResultTable results={data} />}
      </QueryView>
    </Dialog>
  );
}

/** About as many results as a user of the store sees first. */
const FIRST_SHOWN = 20;

function ResultTable({ results: { platform, results, fetched_at: at, date } }: { readonly results: Results }) {
  const { app: own } = useAppFrame();
  const { rivals } = useRivals();
  const isRival = (id: number | undefined) => rivals?.some((rival) => rival.id === id) ?? false;
  return (
    <>
      <p className={styles.hint}>
        The search was read <TimeAgo at={at} />.
      </p>
      <DataTable
        caption={`Results on ${formatDay(date)}`}
        columns={[
          { key: "rank", name: "Rank", render: ({ rank }) => rank },
          {
            key: "app",
            name: "App",
            isRowName: true,
            render: ({ external_id: id, app }) =>
              app === null ? (
                <span className={styles.hint}>{id}, not known yet</span>
              ) : (
                <AppLink platform={platform} externalId={id} name={app.name} iconUrl={app.icon_url} />
              ),
          },
          {
            key: "whose",
            name: "Whose",
            isNameHidden: true,
            render: ({ external_id: id, app }) => {
              if (id === own.external_id) return <Badge tone="accent">This app</Badge>;
              return isRival(app?.id) ? <Badge>Competitor</Badge> : null;
            },
            csv: ({ external_id: id, app }) =>
              id === own.external_id ? "This app" : isRival(app?.id) ? "Competitor" : null,
          },
        ]}
        rows={results}
        rowKey={({ rank }) => rank}
        first={{ count: FIRST_SHOWN, plural: "results" }}
      />
    </>
  );
}

function NoResults({ results: { state, date } }: { readonly results: Results }) {
  const day = formatDay(date);
  if (state === "read") return <EmptyState title={`The store showed no app on ${day}`} />;
  if (state === "not_read")
    return <EmptyState title={`Not read on ${day}`}>Choose an earlier day, or come back later.</EmptyState>;
  return <EmptyState title={`Nobody tracked the term on ${day}`}>Choose a later day.</EmptyState>;
}
