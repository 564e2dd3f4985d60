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
  tagsParameter,
} from "./parameters.ts";

export const changeParameters = () => ({
  field: listParameter(changeFieldSchema(), changeFields.length)
    .optional()
    .meta({ description: "Return only changes of these fields. The default is all fields." }),
  platform: platformSchema().optional(),
  app_id: rowIdParameter().optional().meta({ description: "Return only changes of this app." }),
  search: searchParameter(),
  tags: tagsParameter(
    "Return only changes of apps with at least one of these tags, and of competitors of such tracked apps. Tags are " +
      "given by id.",
  ),
  locale: localeParameter()
    .optional()
    .meta({
      description:
        "Return only listing changes in this language. Changes of prices, availability and facts are left out unless " +
        "`country_code` is given.",
    }),
  country_code: countryCodeParameter()
    .optional()
    .meta({
      description:
        "Return only changes of prices, availability and facts in this storefront. Listing changes are left out " +
        "unless `locale` is given. Changes of a value that all storefronts share are left out, too.",
    }),
  from: dateParameter().optional().meta({ description: "First day of the period (UTC)." }),
  to: dateParameter().optional().meta({ description: "Last day of the period (UTC)." }),
  ...keyedPageParameters(undefined, Number.MAX_SAFE_INTEGER),
});

type ChangeQuery = z.output<z.ZodObject<ReturnType<typeof changeParameters>>>;

export function changeFilterOf(query: ChangeQuery): Omit<ChangeFeedInput, "userId"> {
  const { field, app_id, tags, country_code, page, per_page, after_id, ...others } = query;
  return {
    platform: others.platform,
    search: others.search,
    locale: others.locale,
    from: others.from,
    to: others.to,
    fields: field,
    appId: app_id,
    tagIds: tags,
    countryCode: country_code,
    page: { page, perPage: per_page, afterId: after_id },
  };
}
