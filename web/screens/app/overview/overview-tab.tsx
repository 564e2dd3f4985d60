import { Suspense, useMemo } from "react";

import { optionalDate } from "../../../client/codec.ts";
import { useQueryState } from "../../../client/query-state.ts";
import { Button } from "../../../components/button.tsx";
import { EmptyState } from "../../../components/empty-state.tsx";
import { lazyComponent } from "../../../components/lazy-component.tsx";
import { Notice } from "../../../components/notice.tsx";
import { Panel } from "../../../components/panel.tsx";
import { QueryView } from "../../../components/query-view.tsx";
import { describeDays } from "../../../features/scope/describe-period.ts";
import { useScope } from "../../../features/scope/use-scope.ts";
import { appTabPath } from "../../../format/app-path.ts";
import { formatQuantity } from "../../../format/numbers.ts";
import { useAppParams } from "../use-app-params.ts";
import { type Overview, type OverviewBody, useOverview } from "../use-overview.ts";
import { newestChange } from "./day-events.ts";
import { DayPanel } from "./day-panel.tsx";
import { FigureList } from "./figure-list.tsx";
import { figuresOf } from "./figures.ts";
import { MovedCountries } from "./moved-countries.tsx";
import styles from "./overview-tab.module.css";
import { type TimelineData, timelineData } from "./timeline-data.ts";

const loadTimeline = () => import("./timeline.tsx");
const Timeline = lazyComponent(async () => (await loadTimeline()).Timeline);
/** Its file is loaded while the days are read. */
const TimelineAhead = lazyComponent(async () => {
  await loadTimeline();
  return () => null;
});

export function OverviewTab() {
  const query = useOverview(useAppParams(), { enabled: true });
  return (
    <>
      <QueryView query={query} loading="Loading the overview…">
        {(body) => <OverviewOf body={body} />}
      </QueryView>
      <Suspense fallback={null}>
        <TimelineAhead />
      </Suspense>
    </>
  );
}

/** The day whose listing is shown. */
const dayState = { day: optionalDate() };

function OverviewOf({ body }: { readonly body: OverviewBody }) {
  const [scope, setScope] = useScope();
  const [{ day }, setDay] = useQueryState(dayState);
  const timeline = useMemo(() => timelineData(body, scope), [body, scope]);
  const { shown, days } = timeline;
  const { data, meta } = body;
  const { app } = data;
  const chosen = day !== undefined && days.includes(day) ? day : undefined;
  const place = chosen === undefined ? timeline.lastKnown : days.indexOf(chosen);
  const isZoomed = scope.from !== undefined || scope.to !== undefined;
  return (
    <div className={styles.overview}>
      <FigureList
        figures={figuresOf({ ...shown, charts: data.charts, meta, vs: scope.vs })}
        overview={data}
        lastChange={newestChange(timeline.own, days)}
        availabilityHref={appTabPath(app, "storefronts")}
      />
      <div className={styles.columns}>
        <Panel
          title="What changed, and what followed"
          actions={
            isZoomed && (
              <Button size="small" onPress={() => setScope({ from: undefined, to: undefined })}>
                Reset zoom
              </Button>
            )
          }
        >
          <p className={styles.summary}>{describeTimeline(timeline)}</p>
          {timeline.lanes.length === 0 && timeline.own.size + timeline.notes.size === 0 ? (
            <EmptyState title="Nothing is known of these days">
              {app.last_synced_at === null
                ? "The app’s first sync reads its ratings, prices and listing."
                : "Choose other days above, or come back tomorrow."}
            </EmptyState>
          ) : (
            <Suspense fallback={<div className={styles.waiting} role="status" aria-label="Loading the timeline" />}>
              <Timeline
                data={timeline}
                chosen={chosen}
                onChoose={(next) => setDay({ day: next }, { replace: true })}
                onZoom={(first, last) => setScope({ from: first, to: last, days: undefined })}
              />
            </Suspense>
          )}
          <LeftOut overview={data} />
        </Panel>
        <div className={styles.side}>
          {days.length > 0 && (
            <DayPanel
              facts={timeline.factsOf(place)}
              app={app}
              country={meta.country_code}
              isChosen={chosen !== undefined}
              onClose={() => setDay({ day: undefined }, { replace: true })}
            />
          )}
          <MovedCountries app={app} countries={data.moved_countries} />
        </div>
      </div>
    </div>
  );
}

/** Says what is not shown where the service has left something out. */
function LeftOut({ overview }: { readonly overview: Overview }) {
  const { has_more_events: events, has_more_rival_events: rivalEvents, has_more_notes: notes } = overview;
  return (
    <>
      {(events || rivalEvents) && (
        <Notice>
          These days have more changes than one timeline shows: the oldest are left out. Choose fewer days.
        </Notice>
      )}
      {notes && <Notice>These days have more notes than one timeline shows: the oldest are left out.</Notice>}
    </>
  );
}

function describeTimeline({ shown, days, own, ofRivals }: TimelineData): string {
  const countOf = (events: TimelineData["own"]) =>
    days.reduce((count, day) => count + (events.get(day)?.length ?? 0), 0);
  const changes = formatQuantity(countOf(own), "change");
  const rivals = countOf(ofRivals);
  const others = rivals === 0 ? "" : `, ${formatQuantity(rivals, "change")} of competitors`;
  return `${describeDays(shown.period)}: ${changes}${others}. Days are in UTC. Grey days have no value.`;
}
