import { Delta } from "../../../components/delta.tsx";
import { TextLink } from "../../../components/text-link.tsx";
import type { Event } from "../../../features/events/event.ts";
import { utcDay } from "../../../format/days.ts";
import { formatQuantity } from "../../../format/numbers.ts";
import { formatDay } from "../../../format/times.ts";
import type { Overview } from "../use-overview.ts";
import { shortName } from "./day-events.ts";
import styles from "./figure-list.module.css";
import type { Figure } from "./figures.ts";

type FigureListProps = {
  readonly figures: readonly Figure[];
  readonly overview: Pick<Overview, "app" | "unavailable_countries">;
  readonly lastChange: Event | undefined;
  readonly availabilityHref: string;
};

export function FigureList({ figures, overview, lastChange, availabilityHref }: FigureListProps) {
  return (
    <dl className={styles.figures} aria-label="Figures">
      {figures.map(({ name, value, change, formatChange, detail }) => (
        <div key={name} className={styles.figure}>
          <dt className={styles.name}>{name}</dt>
          <dd className={styles.value}>
            {value}{" "}
            {change !== undefined && change !== null && (
              <span className={styles.change}>
                <Delta value={change} format={formatChange} />
              </span>
            )}
          </dd>
          <dd className={styles.detail}>{detail}</dd>
        </div>
      ))}
      <div className={styles.figure}>
        <dt className={styles.name}>Availability</dt>
        <dd className={styles.value}>{describeAvailability(overview)}</dd>
        <dd className={styles.detail}>
          <TextLink href={availabilityHref}>All storefronts</TextLink>
        </dd>
      </div>
      <div className={styles.figure}>
        <dt className={styles.name}>Last change</dt>
        <dd className={styles.value}>{lastChange === undefined ? "–" : shortName(lastChange)}</dd>
        <dd className={styles.detail}>
          {lastChange === undefined ? "none in these days" : formatDay(utcDay(lastChange.occurred_at))}
        </dd>
      </div>
    </dl>
  );
}

function describeAvailability({ app, unavailable_countries: missing }: FigureListProps["overview"]): string {
  if (!app.is_available) return "Not sold";
  return missing.length === 0 ? "Everywhere" : `Not in ${formatQuantity(missing.length, "country", "countries")}`;
}
