import { Button } from "../../../../components/button.tsx";
import type { ReadPage } from "../../../../components/csv/read-rows.ts";
import { type Column, DataTable } from "../../../../components/data-table.tsx";
import { DayText } from "../../../../components/day-text.tsx";
import { Delta } from "../../../../components/delta.tsx";
import { CheckField } from "../../../../components/fields/check-field.tsx";
import { Sparkline } from "../../../../components/sparkline.tsx";
import { countryName } from "../../../../format/locale-names.ts";
import { newestReadDay, rankWords, type TrackedKeyword } from "./rank-words.ts";
import styles from "./tracked.module.css";
import { orderOf, PLOTTED_MAX, type SetTrackedState, type TrackedState, trackedSorts } from "./tracked-state.ts";
import { UntrackKeyword } from "./untrack-keyword.tsx";

type KeywordGridProps = {
  readonly rows: readonly TrackedKeyword[];
  readonly sort: TrackedState["sort"];
  readonly plotted: readonly number[];
  readonly set: SetTrackedState;
  readonly readPage: ReadPage<TrackedKeyword>;
};

const nameOf = ({ term, country_code: country }: TrackedKeyword) => `“${term}” in ${countryName(country)}`;

export function KeywordGrid({ rows, sort, plotted, set, readPage }: KeywordGridProps) {
  const newest = newestReadDay(rows);
  const toggle = (id: number, isWanted: boolean) => {
    const ids = isWanted ? [...plotted, id] : plotted.filter((one) => one !== id);
    set({ ids: ids.map(String) }, { replace: true });
  };
  const columns: readonly Column<TrackedKeyword>[] = [
    {
      key: "term",
      name: "Term",
      sortBy: ({ term }) => term,
      render: ({ term }) => <bdi>{term}</bdi>,
    },
    { key: "country", name: "Country", render: ({ country_code: country }) => countryName(country) },
    {
      key: "rank",
      name: "Rank",
      sortBy: ({ rank }) => rank,
      csv: rankWords,
      render: (row) => <RankOfDay row={row} newest={newest} />,
    },
    {
      key: "change",
      name: "Change",
      sortBy: ({ change }) => change,
      csv: ({ change }) => change,
      render: ({ change }) => <Delta value={change} />,
    },
    {
      key: "plot",
      name: "Plot",
      csv: ({ keyword_id: id }) => (plotted.includes(id) ? "yes" : "no"),
      render: (row) => {
        const isChecked = plotted.includes(row.keyword_id);
        return (
          <CheckField
            label={`Plot ${nameOf(row)}`}
            isLabelHidden
            isChecked={isChecked}
            isDisabled={!isChecked && plotted.length >= PLOTTED_MAX}
            onChange={(isWanted) => toggle(row.keyword_id, isWanted)}
          />
        );
      },
    },
    {
      key: "actions",
      name: "Actions",
      isNameHidden: true,
      align: "end",
      render: (row) => (
        <span className={styles.rowActions}>
          <Button
            size="small"
            label={`Results for ${nameOf(row)}`}
            onPress={() => set({ results: String(row.keyword_id), at: row.date })}
          >
            Results
          </Button>
          <UntrackKeyword keyword={row} />
        </span>
      ),
    },
  ];
  return (
    <>
      <p className={styles.hint}>
        Ranks are those of a signed-out search. A change is since the last day before that was read. Choose up to{" "}
        {PLOTTED_MAX} rows for the plot.
      </p>
      <DataTable
        caption="Tracked keywords"
        columns={columns}
        rows={rows}
        rowKey={({ keyword_id: id }) => id}
        sort={orderOf(sort)}
        onSort={(key) => {
          const column = trackedSorts.find((one) => one === key);
          if (column !== undefined) set({ sort: column, page: 1 }, { replace: true });
        }}
        readPage={readPage}
      />
    </>
  );
}

type RankOfDayProps = { readonly row: TrackedKeyword; readonly newest: string | undefined };

/** A rank shows its day if the other rows have another one. */
function RankOfDay({ row, newest }: RankOfDayProps) {
  const { rank, window, date, trends = [] } = row;
  return (
    <>
      <span className={rank === null ? styles.hint : undefined}>{rankWords(row)}</span>{" "}
      {window !== null && date !== newest && (
        <small className={styles.hint}>
          <DayText day={date} />
        </small>
      )}
      <Sparkline
        name={`Rank for ${nameOf(row)}`}
        points={trends.map((point) => ({ date: point.date, value: point.rank }))}
        format={(value) => `#${value}`}
        isLowBest
      />
    </>
  );
}
