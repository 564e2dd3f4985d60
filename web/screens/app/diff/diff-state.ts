import { oneOf, optionalDate, optionalText, type Values } from "../../../client/query-state.ts";

/** `other` has the form `ios:123`. */
export const diffState = {
  kind: oneOf(["days", "languages", "apps"], "days"),
  country: optionalText(),
  locale: optionalText(),
  with: optionalText(),
  other: optionalText(),
  from: optionalDate(),
  to: optionalDate(),
};

export type DiffState = Values<typeof diffState>;
