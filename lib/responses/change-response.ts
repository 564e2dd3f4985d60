import * as z from "zod";

import type { ChangeRow } from "../../db/queries/listings/change-rows.ts";
import { changeFieldSchema } from "../domain/change-field.ts";
import { TEXT_LENGTH_MAX } from "../domain/change-limits.ts";
import { platformSchema } from "../domain/platform.ts";
import { cutText } from "../domain/response-size.ts";
import { timestamp } from "../domain/timestamp.ts";
import { lazy } from "../runtime/lazy.ts";

/** The fields that say in which language or storefront something changed. */
export const changePlace = () => ({
  locale: z
    .string()
    .nullable()
    .meta({ description: "Language of the listing. Null for price, availability and facts." }),
  country_code: z
    .string()
    .nullable()
    .meta({
      description:
        "Storefront of the price, availability or fact. Null for a listing, and if the value is the same in all " +
        "storefronts.",
    }),
});

const changeFieldsOf = () => ({
  id: z.int(),
  version_id: z
    .int()
    .nullable()
    .meta({ description: "Version that first showed the new value. Set for listing changes only." }),
  version: z.string().nullable(),
  previous_version: z
    .string()
    .nullable()
    .meta({
      description:
        "The version before `version`. It equals `version` if the listing had already changed, or was first read, in " +
        "that version.",
    }),
  ...changePlace(),
  field_changed: changeFieldSchema(),
  old_value: z
    .string()
    .nullable()
    .meta({
      description:
        "The previous text. A price looks like `1.99 USD`, availability is `available` or `unavailable`, and " +
        "screenshots are a JSON array. For `locale_added` and `locale_removed`, the text is the title. A fact that " +
        "is not a text or number is JSON.",
    }),
  new_value: z.string().nullable().meta({ description: "The new text, in the same form." }),
  is_cut: z.boolean().meta({
    description: `True if a value of more than ${TEXT_LENGTH_MAX} characters, or of a large response, was cut.`,
  }),
  detected_at: timestamp(),
});

export const changeInDetailResponse = lazy(() => z.object(changeFieldsOf()).meta({ id: "ChangeInDetail" }));

/** The app of a row in a list of several apps. */
export const appOfFeed = () =>
  z.object({
    id: z.int(),
    name: z.string(),
    platform: platformSchema(),
    external_id: z.string(),
    icon_url: z.string().nullable(),
    is_tracked: z.boolean().meta({ description: "True if the caller tracks the app." }),
    is_competitor: z
      .boolean()
      .meta({ description: "True if the app is a competitor of an app that the caller tracks." }),
  });

export const changeResponse = lazy(() =>
  z
    .object({
      ...changeFieldsOf(),
      app: appOfFeed(),
    })
    .meta({ id: "Change" }),
);

export const changesMeta = lazy(() =>
  z.object({
    has_scope_apps: z
      .boolean()
      .meta({ description: "True if the feed covers at least one app before filters are applied." }),
    has_older: z.boolean().meta({
      description: "True if there are older changes than the pages reach. An earlier `to` lists them.",
    }),
  }),
);

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
