import { oneOf, optionalDate, optionalText } from "../../../client/query-state.ts";

export const diffKinds = ["days", "languages", "apps"] as const;

/** What is compared: two days, two languages, or this app and another. `other` is `ios:123`. */
export const diffState = {
  kind: oneOf(diffKinds, "days"),
  country: optionalText(),
  locale: optionalText(),
  with: optionalText(),
  other: optionalText(),
  from: optionalDate(),
  to: optionalDate(),
};

export type DiffState = {
  readonly kind: (typeof diffKinds)[number];
  readonly country: string | undefined;
  readonly locale: string | undefined;
  readonly with: string | undefined;
  readonly other: string | undefined;
  readonly from: string | undefined;
  readonly to: string | undefined;
};
