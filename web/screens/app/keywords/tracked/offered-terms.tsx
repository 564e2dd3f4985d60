import { DataTable } from "../../../../components/data-table.tsx";
import { EmptyState } from "../../../../components/empty-state.tsx";
import { SegmentField } from "../../../../components/fields/segment-field.tsx";
import { Panel } from "../../../../components/panel.tsx";
import { QueryView } from "../../../../components/query-view.tsx";
import { useLanguageOf } from "../../../../features/scope/use-language-of.ts";
import { countryName, localeName } from "../../../../format/locale-names.ts";
import { formatPercent } from "../../../../format/numbers.ts";
import { useAppFrame } from "../../use-app-frame.ts";
import { TrackTerm } from "./track-term.tsx";
import styles from "./tracked.module.css";
import { TrackedCount } from "./tracked-count.tsx";
import type { SetTrackedState, TrackedState } from "./tracked-state.ts";
import { useOffered } from "./use-offered.ts";

const DEFAULT_LANGUAGE = "en-US";
const FIRST_SHOWN = 25;

type OfferedTermsProps = {
  readonly state: TrackedState;
  readonly set: SetTrackedState;
  readonly country: string;
};

/** Offers to track words of the app's listing and of those of its competitors, in the language of the country. */
export function OfferedTerms({ state: { ngram }, set, country }: OfferedTermsProps) {
  const { platform } = useAppFrame();
  const { language, isWaiting } = useLanguageOf(country, platform);
  const locale = language ?? DEFAULT_LANGUAGE;
  const { query, count } = useOffered({ country, locale, ngram, isWaiting });
  return (
    <Panel title="Words to track" actions={<TrackedCount count={count} />}>
      <p className={styles.hint}>
        Words of the listing and of those of competitors in {localeName(locale)}, to track in {countryName(country)}.
      </p>
      <SegmentField
        label="Words"
        value={ngram}
        onChange={(next) => set({ ngram: next }, { replace: true })}
        options={[
          { id: "1", name: "One" },
          { id: "2", name: "Two" },
          { id: "3", name: "Three" },
        ]}
      />
      <QueryView
        query={query}
        loading="Counting the words…"
        isEmpty={(rows) => rows.length === 0}
        empty={<EmptyState title="No word is left">Choose another country or number of words.</EmptyState>}
      >
        {(rows) => (
          <DataTable
            caption="Words of listings that are not tracked"
            columns={[
              { key: "term", name: "Term", sortBy: ({ term }) => term, render: ({ term }) => <bdi>{term}</bdi> },
              { key: "own", name: "This app", render: ({ isOwn }) => (isOwn ? "Has it" : "–") },
              {
                key: "rivals",
                name: "Competitors",
                align: "end",
                sortBy: ({ rivals }) => rivals,
                render: ({ rivals }) => rivals,
              },
              {
                key: "density",
                name: "Share of words",
                align: "end",
                sortBy: ({ density }) => density,
                render: ({ density }) => formatPercent(density),
              },
              {
                key: "track",
                name: "Track",
                isNameHidden: true,
                align: "end",
                render: ({ term }) => <TrackTerm term={term} country={country} />,
              },
            ]}
            rows={rows}
            rowKey={({ term }) => term}
            first={{ count: FIRST_SHOWN, plural: "words" }}
          />
        )}
      </QueryView>
    </Panel>
  );
}
