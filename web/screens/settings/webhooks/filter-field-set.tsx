import { useState } from "react";

import { SelectField } from "../../../components/fields/select-field.tsx";
import { CountriesField } from "../../../features/stores/countries-field.tsx";
import {
  directionOptions,
  filterOf,
  milestoneOptions,
  rankChangeOptions,
  ratingDropOptions,
} from "../../../features/webhooks/filter-fields.ts";
import { describeConditions } from "../../../features/webhooks/filter-texts.ts";
import type { WebhookFields } from "../../../features/webhooks/webhook-fields.ts";
import styles from "../settings.module.css";
import { CheckSet } from "./check-set.tsx";

type FilterFieldSetProps = {
  readonly values: WebhookFields;
  readonly field: <Name extends keyof WebhookFields>(
    name: Name,
  ) => {
    readonly value: WebhookFields[Name];
    readonly onChange: (value: WebhookFields[Name]) => void;
    readonly error: string | undefined;
  };
};

/** Sets conditions of events. It is closed at first, unless there is one. */
export function FilterFieldSet({ values, field }: FilterFieldSetProps) {
  const conditions = describeConditions(filterOf(values));
  const [isOpenAtFirst] = useState(conditions.length > 0);
  const kept = describeConditions(values.filter);
  const other = field("filter");
  const countries = field("filter.country_codes");
  const direction = field("filter.price_direction");
  const drop = field("filter.min_rating_drop");
  const ranks = field("filter.min_rank_change");
  const milestones = field("filter.rank_milestones");
  const isFaulty = [other, countries, direction, drop, ranks, milestones].some(({ error }) => error !== undefined);
  return (
    <details open={isOpenAtFirst || isFaulty}>
      <summary className={styles.summary}>
        Only events that … {conditions.length > 0 && <span className={styles.note}>{conditions.join(", ")}</span>}
      </summary>
      <fieldset className={styles.conditions} aria-label="Only events that …">
        <p className={styles.note}>
          Countries hold for all events. Each other condition holds back events of its own kind alone, and one of those
          on ranks is enough.
        </p>
        <CountriesField label="Countries" {...countries} />
        <SelectField label="Price" options={directionOptions} {...direction} />
        <SelectField label="Rating falls by at least" options={ratingDropOptions(drop.value)} {...drop} />
        <SelectField label="Rank moves by at least" options={rankChangeOptions(ranks.value)} {...ranks} />
        <CheckSet legend="Rank crosses" options={milestoneOptions} {...milestones} />
        {kept.length > 0 && <p className={styles.note}>A program has also set: {kept.join(", ")}. It stays so.</p>}
        {other.error !== undefined && <p className={styles.problem}>{other.error}</p>}
      </fieldset>
    </details>
  );
}
