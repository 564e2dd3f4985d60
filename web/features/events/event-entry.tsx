import { Suspense } from "react";

import { AppIcon } from "../../components/app-icon.tsx";
import { AppLink } from "../../components/app-link.tsx";
import { Badge } from "../../components/badge.tsx";
import { Button } from "../../components/button.tsx";
import { lazyComponent } from "../../components/lazy-component.tsx";
import { ScreenLoading } from "../../components/screen-loading.tsx";
import { StoreBadge } from "../../components/store-badge.tsx";
import { TextLink } from "../../components/text-link.tsx";
import { TimeAgo } from "../../components/time-ago.tsx";
import { appTabPath } from "../../format/app-path.ts";
import { classNames } from "../../format/class-names.ts";
import { useScopeLanguage } from "../scope/use-scope-language.ts";
import type { Event } from "./event.ts";
import styles from "./event-entry.module.css";
import { describeLanguage, describePlaces } from "./event-places.ts";
import { EventValues } from "./event-values.tsx";
import { describeEvent } from "./event-words.ts";
import { WeightDot } from "./weight-dot.tsx";

export type AppMark = "tracked" | "competitor";

const EventDetails = lazyComponent(async () => (await import("./event-details.tsx")).EventDetails);

type EventEntryProps = {
  readonly event: Event;
  readonly isOpen: boolean;
  readonly onOpen: (isOpen: boolean) => void;
  /** The marks that may be shown beside the app's name. Null on a screen of one app, which shows no names. */
  readonly marks: readonly AppMark[] | null;
  readonly isNew?: boolean;
  /** In a wide window, the parts of the entry stand side by side. */
  readonly isDense?: boolean;
};

export function EventEntry({ event, isOpen, onOpen, marks, isNew = false, isDense = false }: EventEntryProps) {
  const { occurred_at: at, weight } = event;
  return (
    <article
      className={classNames(styles.entry, isDense && styles.dense)}
      aria-label={`${event.app.name}: ${describeEvent(event)}`}
    >
      {marks !== null && <AppIcon url={event.app.icon_url} name={event.app.name} />}
      <div className={styles.body}>
        <p className={styles.head}>
          <WeightDot weight={weight} />
          {marks === null ? <Sentence event={event} /> : <AppOfEvent event={event} marks={marks} />}
          {isNew && <Badge tone="positive">New</Badge>}
          <span className={styles.quiet}>
            <TimeAgo at={at} />
          </span>
        </p>
        {marks !== null && (
          <p className={styles.sentence}>
            <Sentence event={event} />
          </p>
        )}
        <div className={styles.values}>
          <EventValues event={event} />
        </div>
        <Places event={event} />
        <div className={styles.actions}>
          <Button size="small" variant="quiet" isExpanded={isOpen} onPress={() => onOpen(!isOpen)}>
            {isOpen ? "Hide details" : "Details"}
          </Button>
          {marks !== null && (
            <TextLink className={styles.quiet} href={appTabPath(event.app, "changes")}>
              All changes of this app
            </TextLink>
          )}
        </div>
        {isOpen && (
          <div className={styles.details}>
            <Suspense fallback={<ScreenLoading />}>
              <EventDetails event={event} />
            </Suspense>
          </div>
        )}
      </div>
    </article>
  );
}

function Places({ event }: { readonly event: Event }) {
  const language = useScopeLanguage(event.app.platform);
  const own = language === undefined ? "" : describeLanguage(event, language);
  const places = describePlaces(event);
  if (own === "" && places === "") return null;
  return (
    <div className={styles.places}>
      {own !== "" && <p>{own}</p>}
      {places !== "" && <p className={styles.quiet}>{places}</p>}
    </div>
  );
}

function AppOfEvent({ event: { app }, marks }: { readonly event: Event; readonly marks: readonly AppMark[] }) {
  return (
    <>
      <AppLink platform={app.platform} externalId={app.external_id} name={app.name} />
      <StoreBadge platform={app.platform} />
      {marks.includes("tracked") && app.is_tracked && <Badge tone="accent">Tracked</Badge>}
      {marks.includes("competitor") && app.is_competitor && <Badge>Competitor</Badge>}
    </>
  );
}

function Sentence({ event }: { readonly event: Event }) {
  const { type, data } = event;
  return (
    <span className={styles.what}>
      {describeEvent(event)}
      {type === "listing.changed" && data.version !== null && (
        <span className={styles.version}>in version {data.version}</span>
      )}
      {type === "app.version_released" && data.previous_version !== null && (
        <span className={styles.version}>previously {data.previous_version}</span>
      )}
    </span>
  );
}
