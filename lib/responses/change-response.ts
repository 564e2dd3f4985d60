import * as z from "zod";

import type { ChangeRow } from "../../db/queries/listings/change-rows.ts";
import { changeFieldSchema } from "../domain/change-field.ts";
import { TEXT_LENGTH_MAX } from "../domain/change-limits.ts";
import { platformSchema } from "../domain/platform.ts";
import { cutText } from "../domain/response-size.ts";
import { timestamp } from "../domain/timestamp.ts";
import { lazy } from "../runtime/lazy.ts";

/** A change beside its app. */
const changeFieldsOf = () => ({
  id: z.int(),
  version_id: z
    .int()
    .nullable()
    .meta({ description: "The version that showed the new value first; of listings alone." }),
  version: z.string().nullable(),
  previous_version: z
    .string()
    .nullable()
    .meta({
      description:
        "The app's version before `version`, or `version` itself where the listing's state before the change was first read " +
        "in that version. A version that left the listing unchanged does not count: the first change within it names the " +
        "version before it.",
    }),
  locale: z.string().nullable().meta({ description: "Of a listing; null for price and availability." }),
  country_code: z.string().nullable().meta({
    description:
      "The storefront, of price and availability; null for a listing, and where the price is the same in all storefronts.",
  }),
  field_changed: changeFieldSchema(),
  old_value: z
    .string()
    .nullable()
    .meta({
      description:
        "The text before. Of a price `1.99 USD`, of the availability `available` or `unavailable`, of screenshots a JSON " +
        "array, of `locale_added` and `locale_removed` the titles.",
    }),
  new_value: z.string().nullable().meta({ description: "The text since, in the same form." }),
  is_cut: z.boolean().meta({
    description: `Whether a value is longer than ${TEXT_LENGTH_MAX} characters, or too long for a response, and was cut.`,
  }),
  detected_at: timestamp(),
});

export const changeInDetailResponse = lazy(() => z.object(changeFieldsOf()).meta({ id: "ChangeInDetail" }));

export const changeResponse = lazy(() =>
  z
    .object({
      ...changeFieldsOf(),
      app: z.object({
        id: z.int(),
        name: z.string(),
        platform: platformSchema(),
        external_id: z.string(),
        icon_url: z.string().nullable(),
        is_tracked: z.boolean().meta({ description: "Whether the caller tracks the app." }),
        is_competitor: z
          .boolean()
          .meta({ description: "Whether the app is a competitor of an app that the caller tracks." }),
      }),
    })
    .meta({ id: "Change" }),
);

export const changesMeta = lazy(() =>
  z.object({
    has_scope_apps: z
      .boolean()
      .meta({ description: "Whether there is any app whose changes are listed, before filters." }),
    has_older: z.boolean().meta({
      description: "Whether there are older changes than pages reach. They are on the pages of an earlier `to`.",
    }),
  }),
);

/** Returns the change with values of this length at most. */
export function presentChange(
  change: ChangeRow,
  lengthMax: number,
): z.input<ReturnType<typeof changeInDetailResponse>> {
  const { old_value, new_value } = change;
  const isOver = (value: string | null) => value !== null && value.length > lengthMax;
  return {
    ...change,
    old_value: old_value && cutText(old_value, lengthMax),
    new_value: new_value && cutText(new_value, lengthMax),
    is_cut: change.is_cut || isOver(old_value) || isOver(new_value),
  };
}
