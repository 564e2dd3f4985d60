import { DayText } from "../../../components/day-text.tsx";
import { EmptyState } from "../../../components/empty-state.tsx";
import { classNames } from "../../../format/class-names.ts";
import { utcDay } from "../../../format/days.ts";
import { formatInstant } from "../../../format/times.ts";
import styles from "./storefront-grid.module.css";
import type { StorefrontState } from "./storefront-states.ts";

export function StorefrontGrid({ states }: { readonly states: readonly StorefrontState[] }) {
  if (states.length === 0) {
    return <EmptyState title="No storefront matches">Show all storefronts or search for another name.</EmptyState>;
  }
  return (
    <ul className={styles.grid}>
      {states.map((state) => (
        <Storefront key={state.code} state={state} />
      ))}
    </ul>
  );
}

function Storefront({ state }: { readonly state: StorefrontState }) {
  const { code, name, isAvailable, since, asOf } = state;
  const tone = isAvailable === null ? styles.unknown : isAvailable ? styles.available : styles.missing;
  return (
    <li
      className={classNames(styles.storefront, tone)}
      title={asOf === null ? undefined : `Last read ${formatInstant(asOf)}`}
    >
      <span className={styles.texts}>
        <span className={styles.name}>
          {name} <span className={styles.code}>{code.toUpperCase()}</span>
        </span>
        <span className={styles.state}>
          {isAvailable === null ? "Not read yet" : isAvailable ? "Available" : "Not available"}
          {since !== null && (
            <>
              {" "}
              since <DayText day={utcDay(since)} />
            </>
          )}
        </span>
      </span>
      <span aria-hidden="true" className={styles.sign}>
        {isAvailable === null ? "?" : isAvailable ? "✓" : "✕"}
      </span>
    </li>
  );
}
