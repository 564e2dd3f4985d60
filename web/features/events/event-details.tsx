import { useState } from "react";

import { EmptyState } from "../../components/empty-state.tsx";
import { PagedView } from "../../components/paged-view.tsx";
import { TextLink } from "../../components/text-link.tsx";
import { publisherPath } from "../../format/app-path.ts";
import { ChangeRows } from "../changes/change-rows.tsx";
import type { Event, EventType } from "./event.ts";
import styles from "./event-details.module.css";
import { KeywordMoves } from "./keyword-moves.tsx";
import { moreOf } from "./more-of-event.ts";
import { RankMoves } from "./rank-moves.tsx";
import { useEvent } from "./use-event.ts";

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
  const more = moreOf(event);
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
        {more !== undefined && <TextLink href={more.href}>{more.name}</TextLink>}
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
