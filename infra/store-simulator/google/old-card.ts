import type { AppOnDay } from "../catalogue/records.ts";
import type { CardStorefront } from "./card.ts";
import { type Payload, payloadOf } from "./put.ts";
import { asHtml, publisherLink } from "./texts.ts";

/** Returns a row of a continued list. A free app has no price in it. */
export function oldCard(app: AppOnDay, { country, language }: CardStorefront): Payload {
  const listing = app.listing(language, country);
  const metrics = app.metrics(country);
  const price = metrics?.price ?? 0;
  return payloadOf([
    [[1, 1, 0, 3, 2], app.iconUrl],
    [[2], listing?.title],
    [[4, 0, 0, 0], app.publisher.name],
    [[4, 0, 0, 1, 4, 2], publisherLink(app.publisher)],
    [[4, 1, 1, 1, 1], asHtml(listing?.description ?? "")],
    ...(metrics?.rating == null
      ? []
      : ([
          [
            [6, 0, 2, 1],
            [metrics.rating.toFixed(1), metrics.rating],
          ],
        ] as const)),
    ...(price === 0
      ? []
      : ([
          [
            [7, 0, 3, 2, 1, 0],
            [price, metrics?.currency, `${metrics?.currency} ${price.toLocaleString("en-US")}`],
          ],
        ] as const)),
    [[9, 4, 2], `/store/apps/details?id=${app.externalId}`],
    [[12, 0], app.externalId],
  ]);
}
