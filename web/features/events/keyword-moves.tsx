import { type Column, DataTable } from "../../components/data-table.tsx";
import { countryName } from "../../format/locale-names.ts";
import { formatQuantity } from "../../format/numbers.ts";
import type { Event } from "./event.ts";
import { rankText } from "./rank-words.ts";

type KeywordMove = NonNullable<Event["data"]["keywords"]>[number];

type KeywordMovesProps = {
  readonly keywords: readonly KeywordMove[];
  readonly total: number;
  readonly app: Event["app"];
};

const columns: readonly Column<KeywordMove>[] = [
  { key: "term", name: "Term", render: ({ term }) => term },
  { key: "country", name: "Country", render: ({ country_code: country }) => countryName(country) },
  { key: "before", name: "Day before", align: "end", render: (move) => rankText(move.previous_rank, move.window) },
  { key: "after", name: "Rank", align: "end", render: (move) => rankText(move.rank, move.window) },
];

export function KeywordMoves({ keywords, total, app }: KeywordMovesProps) {
  return (
    <>
      <DataTable
        caption={`Ranks of ${app.name} for tracked keywords that moved`}
        columns={columns}
        rows={keywords}
        rowKey={({ keyword_id: id }) => String(id)}
      />
      {total > keywords.length && <p>{formatQuantity(total - keywords.length, "more tracked keyword")}</p>}
    </>
  );
}
