import type { ReactNode } from "react";

import { useRead } from "../../client/use-read.ts";
import type { Option } from "../../components/fields/select-field.tsx";
import type { ReadResult } from "../../components/query-view.tsx";
import { Screen } from "../../components/screen.tsx";
import type { AppMark } from "../../features/events/event-entry.tsx";
import { EventFilterFields } from "../../features/events/event-filter-fields.tsx";
import { type EventFilterValues, eventQuery, isFiltered, noFilters } from "../../features/events/event-filters.ts";
import { EventList } from "../../features/events/event-list.tsx";
import { useLanguageOf } from "../../features/scope/use-language-of.ts";
import { todayUtc } from "../../format/days.ts";
import { ChangesTabs } from "./changes-tabs.tsx";
import { NoEvents, type Start } from "./no-events.tsx";

type EventScreenProps = {
  readonly title: string;
  readonly scope: "mine" | "rivals" | "all";
  readonly marks: readonly AppMark[];
  /** The apps that can be chosen. */
  readonly apps: readonly Option[];
  readonly start: Start;
  readonly values: EventFilterValues;
  readonly onChange: (patch: Partial<EventFilterValues>) => void;
  readonly restriction?: Restriction;
};

/** A filter of one screen alone. */
export type Restriction = {
  readonly field: ReactNode;
  readonly isChosen: boolean;
  readonly clear: () => void;
  /** The apps that the filter leaves, or undefined while they are not known. */
  readonly appIds: readonly string[] | undefined;
  /** The failed request for these apps. */
  readonly failed: ReadResult<never> | undefined;
};

export function EventScreen({ title, scope, marks, apps, start, values, onChange, restriction }: EventScreenProps) {
  const isRestricted = restriction?.isChosen ?? false;
  const appIds = isRestricted && values.app === "" ? restriction?.appIds : undefined;
  const isWaiting = isRestricted && values.app === "" && appIds === undefined;
  const { language, isWaiting: isWaitingForLanguage } = useLanguageOf(values.country);
  const hasNone = appIds?.length === 0;
  const wanted = { ...eventQuery(values, todayUtc(Date.now()), appIds, language), scope: [scope] };
  const query = useRead(
    "listEvents",
    { query: wanted },
    { keepPrevious: true, enabled: !isWaiting && !isWaitingForLanguage && !hasNone },
  );
  const isAnyFiltered = isFiltered(values) || isRestricted;
  const reset = () => {
    onChange(noFilters);
    restriction?.clear();
  };
  const empty = (hasApps: boolean) => (
    <NoEvents hasApps={hasApps} isFiltered={isAnyFiltered} onReset={reset} start={start} />
  );
  return (
    <Screen title={title}>
      <ChangesTabs />
      <EventFilterFields values={values} onChange={onChange} apps={apps}>
        {restriction?.field}
      </EventFilterFields>
      {hasNone ? (
        empty(true)
      ) : (
        <EventList
          query={(isWaiting && restriction?.failed) || query}
          values={values}
          onChange={onChange}
          marks={marks}
          csv={wanted}
          empty={empty(query.data?.meta.has_scope_apps ?? true)}
        />
      )}
    </Screen>
  );
}
