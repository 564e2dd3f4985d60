import type { Section } from "./row.ts";

const columns = "db/specified-columns.test.ts";
const registration = "api/auth/register-user.test.ts";
const add = "api/competitors/add-competitor.test.ts";

export const resources: Section = {
  section: "Resources and their fields",
  rows: [
    {
      row: "User: id integer, name string, email string",
      tests: [`${columns} > have an integer id, a name and an email`],
    },
    {
      row: "User: email is used to log in",
      tests: ["api/auth/log-in.test.ts > returns the user with a new token, and leaves other tokens valid"],
    },
    {
      row: "User: password is write-only, hashed with bcrypt, never returned",
      tests: [
        `${registration} > hashes the password with bcrypt, 12 rounds`,
        `${registration} > stores neither the password nor the token`,
        `${registration} > creates the user and returns it with a token`,
      ],
    },
    {
      row: "Publisher: platform, external_id; an Android id may contain URL-encoded characters (spaces, plus signs)",
      tests: [
        "scrapers/crafted-pages.test.ts > encodes what is reserved in a publisher's name",
        "api/publishers/encoded-publisher-ids.test.ts > names the publisher %s encoded once or twice",
      ],
    },
    {
      row: "Publisher: unique (platform, external_id)",
      tests: [`${columns} > are unique by platform and external_id`],
    },
    {
      row: "App: origin_country_code char(2) references countries.code",
      tests: [`${columns} > have an origin_country_code of two characters that references countries.code`],
    },
    { row: "App: the icon is stored in icon_url", tests: [`${columns} > keep the icon in icon_url`] },
    {
      row: "App: is_available is true when the app is reachable in at least one storefront",
      tests: [
        `${columns} > have a boolean is_available and a collection of unavailable_countries`,
        "sync/phases/finalize.test.ts > recomputes is_available and unavailable_countries from the app's metrics",
        "sync/phases/identity.test.ts > ends the run as failed, and the app as unavailable, when every storefront has said that it is gone",
      ],
    },
    {
      row: "App: unavailable_countries is recomputed in the finalize phase",
      tests: [
        "sync/phases/finalize.test.ts > recomputes is_available and unavailable_countries from the app's metrics",
        "sync/phases/finalize.test.ts > recomputes them of an Android app from the storefronts that returned 404",
      ],
    },
    {
      row: "App: platform and external_id identify it in paths",
      tests: [
        "db/constraints.test.ts > knows an app of a store once, and the same id in the other store as another app",
        "api/apps/show-app.test.ts > returns 404 at %s",
      ],
    },
    {
      row: "App metrics: country_code char(2) references countries.code",
      tests: [`${columns} > have a country_code of two characters that references countries.code`],
    },
    {
      row: "App metrics: the sentinel zz holds Android metrics, which are global",
      tests: ["sync/full-sync.test.ts > stores measured values of an Android app under the global sentinel alone"],
    },
    {
      row: "App metrics: price is nullable, is_available is authoritative per country",
      tests: [
        `${columns} > have a nullable price and a boolean is_available of each country`,
        "sync/phases/reconciling.test.ts > that return 404 in reconciling make the country unavailable and are asked no more",
      ],
    },
    {
      row: "App store listing: locale, promotional_text",
      tests: [`${columns} > have a locale and a promotional_text`],
    },
    {
      row: "App store listing: promotional_text is present for iOS, always null for Android",
      tests: [
        "scrapers/ios-records.test.ts > returns the texts and pictures of the language asked for",
        "scrapers/android-records.test.ts > returns the texts and pictures of the locale asked for, without a subtitle or promotional text",
      ],
    },
    {
      row: "Trending chart: per country, has country_code",
      tests: [
        `${columns} > have a country_code that references countries.code`,
        "api/charts/show-chart.test.ts > compares with no chart of another platform, collection, country or category",
      ],
    },
    {
      row: "Country: identified by code; the sentinel zz exists in the data and is excluded from the list",
      tests: [
        "db/seeds.test.ts > are 124 and the sentinel, each once",
        "api/countries/list-countries.test.ts > lists the storefronts by name, without the zz sentinel",
      ],
    },
    {
      row: "Sync status: one record per app, with failed_items that the reconciling phase re-runs",
      tests: [
        `${columns} > are one per app, with a collection of failed items`,
        "sync/phases/reconciling.test.ts > of reason %s never make a country unavailable, and reconciling re-runs them",
      ],
    },
    {
      row: "Competitor link: user_id, app_id, competitor_app_id integers, unique together",
      tests: [
        `${columns} > have an integer user_id, app_id and competitor_app_id, unique together`,
        `${add} > rejects a link that exists already, whatever its relationship`,
        `${add} > stores a competitor that is added twice at once a single time`,
      ],
    },
    {
      row: "Competitor link: one user's definitions are independent of other users'",
      tests: [
        `${add} > keeps the definitions of two users apart`,
        "api/competitors/list-app-competitors.test.ts > lists neither another user's competitors, nor those of another app, nor those that the app is one of",
      ],
    },
    {
      row: "Competitor link: relationship defaults to direct",
      tests: [
        `${columns} > are direct unless another relationship is given`,
        `${add} > adds a direct competitor of an app that the caller tracks or does not, and returns the link`,
        `${add} > takes the relationship %s`,
      ],
    },
  ],
};

export const records: Section = {
  section: "Scraper records",
  rows: [
    { row: "chart entry", tests: ["scrapers/charts.test.ts > returns %s of a country in the order of the ranks"] },
    {
      row: "app identity; iOS identity includes boolean is_free",
      tests: [
        "scrapers/ios-records.test.ts > returns what the store knows of the app",
        "scrapers/crafted-pages.test.ts > is not free when lookup names no price",
      ],
    },
    {
      row: "listing includes promotional_text and, on iOS, subtitle",
      tests: ["scrapers/ios-records.test.ts > returns the texts and pictures of the language asked for"],
    },
    {
      row: "iOS metrics: rating per country and file size",
      tests: ["scrapers/ios-records.test.ts > returns the ratings of the storefront, with stars, price and size: %s"],
    },
    {
      row: "Android metrics: global rating and install count as a range string",
      tests: ["scrapers/android-records.test.ts > returns the rating, the stars and the store's own installs bucket"],
    },
    {
      row: "developer",
      tests: [
        "scrapers/developers.test.ts > returns the developers of the apps that a search finds, each once, in the order of the apps",
      ],
    },
  ],
};
