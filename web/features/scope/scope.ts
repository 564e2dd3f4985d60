import { type Codec, oneOf, optionalDate, optionalText, type Values } from "../../client/codec.ts";
import { optionalDays } from "./period.ts";

/** The API's maximum of `rivals`. */
export const RIVALS_MAX = 10;

export const sides = ["apps", "competitors", "all"] as const;
export type Side = (typeof sides)[number];

/** The earlier days with which the figures are compared. */
export const comparisons = ["week", "period", "none"] as const;
export type Comparison = (typeof comparisons)[number];

/** All competitors of an app, none, or some of them. The chosen ones are kept with the id of their app. */
export type ChosenRivals = "all" | "none" | { readonly app: string; readonly ids: readonly string[] };

const STORE_ID = /^[A-Za-z0-9._]{1,255}$/;

/** The address has the app and its competitors, such as `rivals=123:456,789`. */
const chosenRivals = (): Codec<ChosenRivals> => ({
  read: (value) => {
    if (value === "none") return "none";
    const [app = "", list = ""] = value?.split(":") ?? [];
    const ids = list.split(",").filter((id) => STORE_ID.test(id));
    return STORE_ID.test(app) && ids.length > 0 ? { app, ids: ids.slice(0, RIVALS_MAX) } : "all";
  },
  write: (value) => {
    if (value === "all") return undefined;
    return value === "none" ? "none" : `${value.app}:${value.ids.join(",")}`;
  },
});

/** Returns the store ids of the chosen competitors of an app. */
export function rivalsOf(rivals: ChosenRivals, app: string): "all" | "none" | readonly string[] {
  if (typeof rivals === "string") return rivals;
  return rivals.app === app ? rivals.ids : "all";
}

/** The bar above each screen sets the scope. Links keep it (`withScope`), so it stays from screen to screen. */
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
