import { useRead } from "../../client/use-read.ts";
import { type Column, DataTable } from "../../components/data-table.tsx";
import { countryName } from "../../format/locale-names.ts";
import { formatQuantity } from "../../format/numbers.ts";
import { collectionName } from "../stores/store-options.ts";
import type { Event } from "./event.ts";
import { type RankMove, rankText } from "./rank-words.ts";

type RankMovesProps = { readonly charts: readonly RankMove[]; readonly total: number; readonly app: Event["app"] };

export function RankMoves({ charts, total, app }: RankMovesProps) {
  const input = { query: { platform: app.platform } };
  const { data } = useRead("listStoreCategories", input, { staleTime: Number.POSITIVE_INFINITY });
  const names = new Map(data?.data.map(({ id, external_id: code, name }) => [id, code === null ? "All apps" : name]));
  const columns: readonly Column<RankMove>[] = [
    { key: "country", name: "Country", render: ({ country_code: country }) => countryName(country) },
    { key: "chart", name: "Chart", render: ({ collection }) => collectionName(collection) },
    { key: "category", name: "Category", render: ({ category_id: id }) => names.get(id) ?? "…" },
    { key: "before", name: "Day before", align: "end", render: (move) => rankText(move.previous_rank, move.window) },
    { key: "after", name: "Rank", align: "end", render: (move) => rankText(move.rank, move.window) },
  ];
  return (
    <>
      <DataTable
        caption={`Ranks of ${app.name} that moved`}
        columns={columns}
        rows={charts}
        rowKey={({ country_code: country, collection, category_id: id }) => `${country} ${collection} ${id}`}
      />
      {total > charts.length && <p>{formatQuantity(total - charts.length, "more chart")}</p>}
    </>
  );
}
