import { useState } from "react";

import { EmptyState } from "../../components/empty-state.tsx";
import { PagedView } from "../../components/paged-view.tsx";
import { TextLink } from "../../components/text-link.tsx";
import { type AppTabName, appTabPath, publisherPath } from "../../format/app-path.ts";
import { ChangeRows } from "../changes/change-rows.tsx";
import type { Event, EventType } from "./event.ts";
import styles from "./event-details.module.css";
import { KeywordMoves } from "./keyword-moves.tsx";
import { RankMoves } from "./rank-moves.tsx";
import { useEvent } from "./use-event.ts";

/** The tabs of an app's page that show more of an event. */
const tabsOfTypes: {
  readonly [Type in EventType]?: { readonly tab: AppTabName; readonly view?: string; readonly name: string };
} = {
  "app.version_released": { tab: "changes", view: "versions", name: "All versions" },
  "app.price_changed": { tab: "storefronts", name: "Prices now" },
  "app.availability_changed": { tab: "storefronts", name: "Availability now" },
  "app.removed": { tab: "storefronts", name: "Availability now" },
  "app.returned": { tab: "storefronts", name: "Availability now" },
  "app.fact_changed": { tab: "listing", view: "facts", name: "All facts" },
  "rating.changed": { tab: "ratings", name: "Ratings by day" },
  "chart.rank_changed": { tab: "rankings", name: "Ranks by day" },
  "keyword.rank_changed": { tab: "keywords", name: "Ranks by day" },
};

const typesWithoutChanges: readonly EventType[] = [
  "app.version_released",
  "rating.changed",
  "chart.rank_changed",
  "keyword.rank_changed",
  "publisher.app_added",
  "sync.failed",
];

export function EventDetails({ event }: { readonly event: Event }) {
  const { app, data, id, type } = event;
  const more = tabsOfTypes[type];
  return (
    <>
      {type === "app.version_released" && data.whats_new !== null && (
        <p className={styles.text} dir="auto">
          {data.whats_new}
        </p>
      )}
      {data.charts !== null && <RankMoves charts={data.charts} total={data.charts_total ?? 0} app={app} />}
      {data.keywords !== null && <KeywordMoves keywords={data.keywords} total={data.keywords_total ?? 0} app={app} />}
      {!typesWithoutChanges.includes(type) && <ChangesOfEvent event={event} />}
      <p className={styles.links}>
        {more !== undefined && (
          <TextLink href={appTabPath(app, more.tab, more.view === undefined ? {} : { view: more.view })}>
            {more.name}
          </TextLink>
        )}
        {data.publisher !== null && (
          <TextLink href={publisherPath(app.platform, data.publisher.external_id)}>{data.publisher.name}</TextLink>
        )}
        <TextLink href={`/changes/all?event=${id}`}>Link to this event</TextLink>
      </p>
    </>
  );
}

/** The changes that an event stands for, by pages. */
function ChangesOfEvent({ event: { id, app } }: { readonly event: Event }) {
  const [page, setPage] = useState(1);
  const query = useEvent(id, page);
  return (
    <PagedView
      query={query}
      onPage={setPage}
      loading="Loading the changes…"
      empty={<EmptyState title="No changes of its own">Earlier events name the storefronts.</EmptyState>}
    >
      {({ data }) => <ChangeRows changes={data} app={app} />}
    </PagedView>
  );
}
