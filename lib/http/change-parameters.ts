import type * as z from "zod";

import type { ChangeFeedInput } from "../changes/change-feed.ts";
import { changeFieldSchema, changeFields } from "../domain/change-field.ts";
import { platformSchema } from "../domain/platform.ts";
import {
  countryCodeParameter,
  dateParameter,
  keyedPageParameters,
  listParameter,
  localeParameter,
  rowIdParameter,
  searchParameter,
} from "./parameters.ts";

/** What filters a feed of changes, and its pages. */
export const changeParameters = () => ({
  field: listParameter(changeFieldSchema(), changeFields.length)
    .optional()
    .meta({ description: "Fields that changed. Default: all." }),
  platform: platformSchema().optional(),
  app_id: rowIdParameter().optional().meta({ description: "Changes of this app alone." }),
  search: searchParameter(),
  locale: localeParameter()
    .optional()
    .meta({ description: "Of listings, those in this language; without `country_code`, nothing else." }),
  country_code: countryCodeParameter()
    .optional()
    .meta({ description: "Of prices and availability, those in this storefront; without `locale`, nothing else." }),
  from: dateParameter().optional().meta({ description: "The first day (UTC)." }),
  to: dateParameter().optional().meta({ description: "The last day (UTC)." }),
  ...keyedPageParameters(undefined, Number.MAX_SAFE_INTEGER),
});

type ChangeQuery = z.output<z.ZodObject<ReturnType<typeof changeParameters>>>;

/** Returns the parameters as a use case takes them. */
export function changeFilterOf(query: ChangeQuery): Omit<ChangeFeedInput, "userId"> {
  const { field, app_id, country_code, page, per_page, after_id, ...others } = query;
  return {
    platform: others.platform,
    search: others.search,
    locale: others.locale,
    from: others.from,
    to: others.to,
    fields: field,
    appId: app_id,
    countryCode: country_code,
    page: { page, perPage: per_page, afterId: after_id },
  };
}
