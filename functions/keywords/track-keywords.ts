import { endpoint } from "../../lib/http/endpoint.ts";
import { trackKeywords } from "../../lib/keywords/track-keywords.ts";
import { keywordQueueDependencies } from "../../lib/wiring/deployed-endpoint-needs.ts";
import { trackKeywordsContract } from "./track-keywords.contract.ts";

export const handler = endpoint(
  trackKeywordsContract,
  keywordQueueDependencies,
  async (deps, { params, body, user }) => ({
    data: await trackKeywords(deps, {
      app: { platform: params.platform, externalId: params.external_id },
      userId: user.id,
      items: body.items.map(({ term, country_code }) => ({ term, countryCode: country_code })),
    }),
  }),
);
