import type { AppOnDay } from "../catalogue/records.ts";
import { appPageUrl, iconOfSize, priceText, publisherUrl } from "./software-record.ts";

const WITHOUT_SUMMARY_SHARE = 0.05;

export function chartEntry(app: AppOnDay, country: string): readonly object[] {
  const listing = app.listing(null, country);
  const metrics = app.metrics(country);
  if (listing === undefined || metrics === undefined) return [];

  const pageUrl = `${appPageUrl(app, country)}?uo=2`;
  const hasSummary = !app.facts.draws.chance("chart without summary", WITHOUT_SUMMARY_SHARE);
  return [
    {
      "im:name": label(listing.title),
      "im:image": [53, 75, 100].map((height) => ({
        ...label(iconOfSize(listing, height)),
        attributes: { height: String(height) },
      })),
      ...(hasSummary && { summary: label(listing.description) }),
      "im:price": {
        ...label(metrics.price === 0 ? "Get" : (priceText(metrics) ?? "")),
        attributes: { amount: metrics.price?.toFixed(5), currency: metrics.currency },
      },
      "im:contentType": { attributes: { term: "Application", label: "Application" } },
      rights: label(`© ${app.publisher.name}`),
      title: label(`${listing.title} - ${app.publisher.name}`),
      link: [
        { attributes: { rel: "alternate", type: "text/html", href: pageUrl } },
        { "im:duration": label("0"), attributes: { rel: "enclosure", type: "image/jpeg", href: listing.iconUrl } },
      ],
      id: { ...label(pageUrl), attributes: { "im:id": app.externalId, "im:bundleId": app.facts.bundleId } },
      "im:artist": artist(app, country),
      category: category(app, country),
      "im:releaseDate": {
        ...label(`${app.originalReleaseDate}T00:00:00-07:00`),
        attributes: { label: app.originalReleaseDate },
      },
    },
  ];
}

export function label(text: string): { readonly label: string } {
  return { label: text };
}

function artist({ publisher }: AppOnDay, country: string): object {
  if (!publisher.hasSeller) return label(publisher.name);
  return { ...label(publisher.name), attributes: { href: publisherUrl(publisher, country, "2") } };
}

function category({ category: { externalId, name } }: AppOnDay, country: string): object {
  const scheme = `https://apps.apple.com/${country}/genre/id${externalId}?uo=2`;
  return { attributes: { "im:id": externalId, term: name, scheme, label: name } };
}
