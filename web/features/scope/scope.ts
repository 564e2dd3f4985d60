import { type Codec, oneOf, optionalDate, optionalText, useQueryState, type Values } from "../../client/query-state.ts";
import { optionalDays } from "./period.ts";

/** The API's maximum of `rivals`. */
export const RIVALS_MAX = 10;

export const sides = ["apps", "competitors", "all"] as const;
export type Side = (typeof sides)[number];

/** With what earlier days the figures are compared. */
export const comparisons = ["week", "period", "none"] as const;
export type Comparison = (typeof comparisons)[number];

/** Store ids of competitors, "all" or "none". */
export type ChosenRivals = "all" | "none" | readonly string[];

const chosenRivals = (): Codec<ChosenRivals> => ({
  read: (value) => {
    if (value === null) return "all";
    const ids = value.split(",").filter((id) => /^[A-Za-z0-9._]{1,255}$/.test(id));
    if (ids.includes("none") || ids.length === 0) return "none";
    return ids.includes("all") ? "all" : ids.slice(0, RIVALS_MAX);
  },
  write: (value) => {
    if (value === "all") return undefined;
    return value === "none" || value.length === 0 ? "none" : value.join(",");
  },
});

/** What the bar above each screen chooses. Links keep it (`withScope`), so that it follows from screen to screen. */
export const scopeState = {
  whose: oneOf(sides, "apps"),
  country: optionalText(),
  days: optionalDays(),
  from: optionalDate(),
  to: optionalDate(),
  vs: oneOf(comparisons, "week"),
  rivals: chosenRivals(),
};

export type Scope = Values<typeof scopeState>;

/** A change of the scope shows the first page of the new list. */
const state = { ...scopeState, page: optionalText(), event: optionalText() };

export function useScope() {
  const [values, set] = useQueryState(state);
  const change = (patch: Partial<Scope>) => set({ ...patch, page: undefined, event: undefined });
  return [values as Scope, change] as const;
}
