import type { Body, Data } from "../../../client/operation-types.ts";
import { Badge } from "../../../components/badge.tsx";
import { Button } from "../../../components/button.tsx";
import { Count } from "../../../components/count.tsx";
import { type Column, DataTable } from "../../../components/data-table.tsx";
import { EmptyState } from "../../../components/empty-state.tsx";
import { Panel } from "../../../components/panel.tsx";
import { QueryView, type ReadResult } from "../../../components/query-view.tsx";
import { Stars } from "../../../components/stars.tsx";
import { TimeAgo } from "../../../components/time-ago.tsx";
import { countryName } from "../../../format/locale-names.ts";

const ROWS_AT_FIRST = 20;

type CountryRating = Data<"listCountryRatings">[number];

type CountryRatingsProps = {
  readonly query: ReadResult<Body<"listCountryRatings">>;
  readonly selected: readonly string[];
  readonly isFull: boolean;
  readonly onSelect: (countries: readonly string[]) => void;
};

export function CountryRatings({ query, selected, isFull, onSelect }: CountryRatingsProps) {
  return (
    <Panel title="By storefront">
      <QueryView
        query={query}
        isEmpty={({ data }) => data.every(({ is_available }) => is_available === null)}
        empty={<NoCountries query={query} />}
      >
        {({ data }) => (
          <DataTable
            caption="Ratings by storefront"
            columns={columnsOf({ selected, isFull, onSelect })}
            rows={data}
            rowKey={({ country_code }) => country_code}
            first={{ count: ROWS_AT_FIRST, plural: "storefronts" }}
            sort={{ key: "count", order: "descending" }}
          />
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

type ColumnInput = Omit<CountryRatingsProps, "query">;

function columnsOf({ selected, isFull, onSelect }: ColumnInput): readonly Column<CountryRating>[] {
  return [
    {
      key: "country",
      name: "Storefront",
      sortBy: ({ country_code }) => countryName(country_code),
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
      sortBy: ({ rating }) => rating,
      render: ({ rating }) => <Stars rating={rating} />,
    },
    {
      key: "count",
      name: "Ratings",
      align: "end",
      sortBy: ({ rating_count }) => rating_count,
      render: ({ rating_count }) => <Count value={rating_count} />,
    },
    {
      key: "five",
      name: "5 stars",
      align: "end",
      sortBy: ({ breakdown }) => shareOfFive(breakdown),
      render: ({ breakdown }) => describeShare(shareOfFive(breakdown)),
    },
    { key: "read", name: "Updated", render: ({ metrics_as_of }) => <TimeAgo at={metrics_as_of} /> },
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

function shareOfFive(stars: CountryRating["breakdown"]): number | undefined {
  if (stars === null) return undefined;
  const total = Object.values(stars).reduce((sum, count) => sum + count, 0);
  return total === 0 ? undefined : stars["5"] / total;
}

function describeShare(share: number | undefined): string {
  return share === undefined ? "–" : `${Math.round(100 * share)}%`;
}
