import type { Data } from "../../../client/operation-types.ts";
import { useRead } from "../../../client/use-read.ts";
import { EmptyState } from "../../../components/empty-state.tsx";
import { FirstRows } from "../../../components/first-rows.tsx";
import { Panel } from "../../../components/panel.tsx";
import { QueryView } from "../../../components/query-view.tsx";
import { utcDay } from "../../../format/days.ts";
import { countryName } from "../../../format/locale-names.ts";
import { formatDay } from "../../../format/times.ts";
import { useAppFrame } from "../use-app-frame.ts";
import { RelatedApp } from "./related-app.tsx";
import styles from "./similar-apps.module.css";

const APPS_AT_FIRST = 12;

type RelatedList = Data<"showSimilarApps">["similar"];

export function SimilarApps() {
  const { params } = useAppFrame();
  const query = useRead("showSimilarApps", { params });
  return (
    <QueryView query={query} loading="Loading similar apps…" shape="tiles">
      {({ data }) => (
        <>
          <RelatedPanel title="Similar apps" list={data.similar} />
          <RelatedPanel title="More by the publisher" list={data.more_by_publisher} />
        </>
      )}
    </QueryView>
  );
}

function RelatedPanel({ title, list }: { readonly title: string; readonly list: RelatedList }) {
  return (
    <Panel title={title}>
      {list === null ? (
        <EmptyState title="Not read yet">No page of the app in the store has shown these apps yet.</EmptyState>
      ) : (
        <>
          <p className={styles.reading}>
            As of {formatDay(list.read_on)} in {countryName(list.country_code)}. The page has shown{" "}
            {list.apps.length === 0 ? "no apps" : "these apps"} since {formatDay(utcDay(list.valid_from))}.
          </p>
          <FirstRows rows={list.apps} first={APPS_AT_FIRST} plural="apps">
            {(apps) => (
              <ul className={styles.apps}>
                {apps.map((app) => (
                  <li key={app.external_id}>
                    <RelatedApp app={app} country={list.country_code} />
                  </li>
                ))}
              </ul>
            )}
          </FirstRows>
        </>
      )}
    </Panel>
  );
}
