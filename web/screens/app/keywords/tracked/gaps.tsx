import type { Data } from "../../../../client/operation-types.ts";
import { readPageOf } from "../../../../client/read-page.ts";
import { useRead } from "../../../../client/use-read.ts";
import { DataTable } from "../../../../components/data-table.tsx";
import { EmptyState } from "../../../../components/empty-state.tsx";
import { FactList } from "../../../../components/fact-list.tsx";
import { PagedView } from "../../../../components/paged-view.tsx";
import { Panel } from "../../../../components/panel.tsx";
import { TextLink } from "../../../../components/text-link.tsx";
import { appTabPaths } from "../../../../format/app-path.ts";
import { countryName } from "../../../../format/locale-names.ts";
import { useAppFrame } from "../../use-app-frame.ts";
import { rankWords } from "./rank-words.ts";
import styles from "./tracked.module.css";
import type { SetTrackedState, TrackedState } from "./tracked-state.ts";

type Gap = Data<"listKeywordGaps">[number];
type GapsProps = { readonly state: TrackedState; readonly set: SetTrackedState };

/** Shows the terms for which a competitor is among the first results and the app is not. */
export function Gaps({ state: { country, page }, set }: GapsProps) {
  const { params } = useAppFrame();
  const query = { country_codes: country === undefined ? undefined : [country], page };
  const gaps = useRead("listKeywordGaps", { params, query }, { keepPrevious: true });
  return (
    <Panel title="Gaps">
      <p className={styles.hint}>Your terms for which a competitor is among the first 20 results and the app is not.</p>
      <PagedView query={gaps} onPage={(next) => set({ page: next })} loading="Comparing the ranks…" empty={<NoGaps />}>
        {({ data, meta }) => {
          const nameOf = (id: number) => meta.apps.find((app) => app.id === id)?.name ?? String(id);
          return (
            <DataTable
              caption="Terms with a competitor among the first 20"
              columns={[
                { key: "term", name: "Term", render: ({ term }: Gap) => <bdi>{term}</bdi> },
                { key: "country", name: "Country", render: ({ country_code: code }: Gap) => countryName(code) },
                { key: "own", name: "This app", render: rankWords },
                {
                  key: "rivals",
                  name: "Competitors",
                  render: ({ rivals }: Gap) => (
                    <FactList facts={rivals.map(({ app_id: id, rank }) => `${nameOf(id)} #${rank}`)} />
                  ),
                },
              ]}
              rows={data}
              rowKey={({ keyword_id: id }) => id}
              readPage={readPageOf("listKeywordGaps", (next) => ({ params, query: { ...query, ...next } }))}
            />
          );
        }}
      </PagedView>
    </Panel>
  );
}

function NoGaps() {
  const { href } = useAppFrame();
  return (
    <EmptyState title="No gap is known">
      Track more terms, or add <TextLink href={href(appTabPaths.competitors)}>competitors</TextLink> to compare with.
    </EmptyState>
  );
}
