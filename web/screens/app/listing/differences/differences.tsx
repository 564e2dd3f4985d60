import { EmptyState } from "../../../../components/empty-state.tsx";
import { Skeleton } from "../../../../components/skeleton.tsx";
import { useAppFrame } from "../../use-app-frame.ts";
import type { ListingState, SetListingState } from "../listing-state.ts";
import { TimeSlider } from "../time-travel/time-slider.tsx";
import { useDayMarks } from "../time-travel/use-day-marks.ts";
import { DiffFilters } from "./diff-filters.tsx";
import { type ComparedApp, diffSides, firstDay, mainLocale } from "./diff-sides.ts";
import { DiffView } from "./diff-view.tsx";

type DifferencesProps = { readonly state: ListingState; readonly set: SetListingState };

/** Compares two days, two languages or two apps. */
export function Differences({ state: given, set }: DifferencesProps) {
  const { app, platform, externalId } = useAppFrame();
  const state = { ...given, locale: given.locale ?? mainLocale(app) };
  const { kind, at } = state;
  const days = useDayMarks();
  const others: readonly ComparedApp[] = app.competitors.map(({ app: { platform: store, external_id: id, name } }) => ({
    platform: store,
    externalId: id,
    name,
  }));
  const self = { platform, externalId, name: app.name };
  // The first day is that of the last change, unless the address names another one.
  const isFirstDayKnown = kind !== "days" || state.before !== undefined || days.areMarksKnown;
  const sides = diffSides(state, { app: self, others, country: app.origin_country_code, days });
  return (
    <>
      <DiffFilters state={state} others={others} days={days} onChange={set} />
      {kind === "days" && (
        <TimeSlider
          label="From day"
          days={days}
          value={firstDay(state, days)}
          onChange={(before) => set({ before }, { replace: true })}
        />
      )}
      <TimeSlider
        label={kind === "days" ? "To day" : "Time travel"}
        days={days}
        value={at ?? days.last}
        onChange={(day) => set({ at: day >= days.last ? undefined : day }, { replace: true })}
      />
      {!isFirstDayKnown && <Skeleton text="Loading the listings…" shape="lines" />}
      {isFirstDayKnown && sides === undefined && (
        <EmptyState title={kind === "apps" ? "Choose a second app" : "Choose a second language"}>
          {kind === "apps" && others.length === 0
            ? "An app can be compared with its competitors. Add one on the tab “Competitors”."
            : "The two listings are then shown side by side."}
        </EmptyState>
      )}
      {isFirstDayKnown && sides !== undefined && (
        <DiffView key={JSON.stringify(sides)} sides={sides} isSameText={kind === "days"} />
      )}
    </>
  );
}
