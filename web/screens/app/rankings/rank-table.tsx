import { Button } from "../../../components/button.tsx";
import { DataTable } from "../../../components/data-table.tsx";
import { DayText } from "../../../components/day-text.tsx";
import { Delta } from "../../../components/delta.tsx";
import { countryName } from "../../../format/locale-names.ts";
import {
  type ChartRanks,
  chartKey,
  chartName,
  type GridRow,
  gridRows,
  isOfOtherDay,
  newestDay,
  type Ranking,
  rankInFile,
  rankText,
} from "./rank-grid.ts";
import styles from "./rankings.module.css";
import { type Plotted, toggleCountry } from "./rankings-state.ts";

type RankTableProps = {
  readonly charts: readonly ChartRanks[];
  readonly rankings: readonly Ranking[];
  readonly plotted: Plotted | undefined;
  readonly onPlot: (chart: string, countries: readonly string[]) => void;
};

export function RankTable({ charts, rankings, plotted, onPlot }: RankTableProps) {
  const shownKey = plotted === undefined ? undefined : chartKey(plotted.chart);
  const toggle = (key: string, country: string) =>
    onPlot(key, key === shownKey ? toggleCountry(plotted?.countries ?? [], country) : [country]);
  const newest = newestDay(rankings);
  const columns = charts.map((chart) => ({
    key: chart.key,
    name: chartName(chart),
    align: "end" as const,
    csv: ({ cells }: GridRow) => rankInFile(cells.get(chart.key), newest),
    render: ({ country, cells }: GridRow) => {
      const ranking = cells.get(chart.key);
      if (ranking === undefined) return <span className={styles.none}>–</span>;
      const day = <OtherDay ranking={ranking} newest={newest} />;
      if (ranking.rank === null) {
        return (
          <span className={styles.none}>
            {rankText(ranking)} {day}
          </span>
        );
      }
      const isPlotted = chart.key === shownKey && (plotted?.countries.includes(country) ?? false);
      return (
        <span className={styles.rank}>
          <Delta
            value={ranking.rank_change}
            none={ranking.compared_with === null || ranking.status === null ? "" : "new"}
          />
          <Button
            size="small"
            isPressed={isPlotted}
            label={`Rank ${ranking.rank} in ${countryName(country)}, ${chartName(chart)}: show in the plot`}
            onPress={() => toggle(chart.key, country)}
          >
            {ranking.rank}
          </Button>
          {day}
        </span>
      );
    },
  }));
  return (
    <>
      <p className={styles.hint}>Choose up to five ranks of one chart to see them over time.</p>
      <DataTable
        caption="Ranks by country and chart"
        columns={[
          { key: "country", name: "Country", render: ({ country }: GridRow) => countryName(country) },
          ...columns,
        ]}
        rows={gridRows(rankings)}
        rowKey={({ country }) => country}
      />
    </>
  );
}

type OtherDayProps = { readonly ranking: Ranking; readonly newest: string | undefined };

function OtherDay({ ranking, newest }: OtherDayProps) {
  if (!isOfOtherDay(ranking, newest)) return null;
  return (
    <small className={styles.day}>
      <DayText day={ranking.chart_date} />
    </small>
  );
}
