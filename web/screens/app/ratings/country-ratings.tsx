import { useState } from "react";

import type { Body, Data } from "../../../client/operation-types.ts";
import { Badge } from "../../../components/badge.tsx";
import { Button } from "../../../components/button.tsx";
import { Count } from "../../../components/count.tsx";
import { type Column, DataTable } from "../../../components/data-table.tsx";
import { EmptyState } from "../../../components/empty-state.tsx";
import { FirstRows } from "../../../components/first-rows.tsx";
import { Panel } from "../../../components/panel.tsx";
import { QueryView, type ReadResult } from "../../../components/query-view.tsx";
import { Stars } from "../../../components/stars.tsx";
import { TimeAgo } from "../../../components/time-ago.tsx";
import { countryName } from "../../../format/locale-names.ts";
import { type CountrySort, sortCountries } from "./sort-countries.ts";

const ROWS_AT_FIRST = 20;

type CountryRating = Data<"listCountryRatings">[number];

type CountryRatingsProps = {
  readonly query: ReadResult<Body<"listCountryRatings">>;
  readonly selected: readonly string[];
  readonly isFull: boolean;
  readonly onSelect: (countries: readonly string[]) => void;
};

export function CountryRatings({ query, selected, isFull, onSelect }: CountryRatingsProps) {
  const [sort, setSort] = useState<CountrySort>("rating_count");
  return (
    <Panel title="By storefront">
      <QueryView
        query={query}
        isEmpty={({ data }) => data.every(({ is_available }) => is_available === null)}
        empty={<NoCountries query={query} />}
      >
        {({ data }) => (
          <FirstRows rows={sortCountries(data, sort)} first={ROWS_AT_FIRST} plural="storefronts">
            {(rows) => (
              <DataTable
                caption="Ratings by storefront"
                columns={columnsOf({ sort, setSort, selected, isFull, onSelect })}
                rows={rows}
                rowKey={({ country_code }) => country_code}
              />
            )}
          </FirstRows>
        )}
      </QueryView>
    </Panel>
  );
}

function NoCountries({ query }: Pick<CountryRatingsProps, "query">) {
  const message = query.data?.meta.message ?? null;
  if (message !== null) return <EmptyState title={message}>Its ratings are the same in all countries.</EmptyState>;
  return <EmptyState title="No storefront has been read yet">The app’s first sync reads its ratings.</EmptyState>;
}

type ColumnInput = Omit<CountryRatingsProps, "query"> & {
  readonly sort: CountrySort;
  readonly setSort: (sort: CountrySort) => void;
};

function columnsOf({ sort, setSort, selected, isFull, onSelect }: ColumnInput): readonly Column<CountryRating>[] {
  const sorting = (by: CountrySort, order: "ascending" | "descending") => ({
    sorted: sort === by ? order : undefined,
    onSort: () => setSort(by),
  });
  return [
    {
      key: "country",
      name: "Storefront",
      ...sorting("name", "ascending"),
      render: ({ country_code, is_available }) => (
        <>
          {countryName(country_code)} {is_available === false && <Badge tone="negative">Not available</Badge>}
          {is_available === null && <Badge>Not read yet</Badge>}
        </>
      ),
    },
    {
      key: "rating",
      name: "Rating",
      ...sorting("rating", "descending"),
      render: ({ rating }) => <Stars rating={rating} />,
    },
    {
      key: "count",
      name: "Ratings",
      align: "end",
      ...sorting("rating_count", "descending"),
      render: ({ rating_count }) => <Count value={rating_count} />,
    },
    {
      key: "five",
      name: "5 stars",
      align: "end",
      render: ({ breakdown }) => shareOf(breakdown),
    },
    { key: "read", name: "Last read", render: ({ metrics_as_of }) => <TimeAgo at={metrics_as_of} /> },
    {
      key: "plot",
      name: "Plot",
      isNameHidden: true,
      align: "end",
      render: ({ country_code: code, rating_count }) =>
        rating_count !== null && (
          <Button
            size="small"
            variant="quiet"
            isPressed={selected.includes(code)}
            isDisabled={isFull && !selected.includes(code)}
            label={`Plot ${countryName(code)}`}
            onPress={() =>
              onSelect(selected.includes(code) ? selected.filter((one) => one !== code) : [...selected, code])
            }
          >
            Plot
          </Button>
        ),
    },
  ];
}

function shareOf(stars: CountryRating["breakdown"]): string {
  if (stars === null) return "–";
  const total = Object.values(stars).reduce((sum, count) => sum + count, 0);
  return total === 0 ? "–" : `${Math.round((100 * stars["5"]) / total)}%`;
}
