import type { Probe } from "./probe.ts";
import { errorOf, readChart, readChartPage, readList, readTexts } from "./read-replies.ts";

/** Apps whose texts are compared, so that each storefront has some of them. */
const LANGUAGE_IDS = 20;

type Expectation = Pick<Probe, "expects" | "path" | "read"> & {
  readonly isRequired?: boolean;
  readonly status?: number;
};

/** Returns a request with the user agent of this service, which may differ, and one with that of the scrapers. */
export function byBothAgents(probe: Omit<Probe, "agent" | "status">): readonly Probe[] {
  return [
    { ...probe, status: 200, agent: "honest", isRequired: false },
    { ...probe, status: 200, agent: "usual" },
  ];
}

export function lookupProbe(name: string, { isRequired = false, status = 200, ...expectation }: Expectation): Probe {
  return { name, host: "itunes.apple.com", agent: "usual", isRequired, status, ...expectation };
}

/** More ids for the lists. */
export function chartProbe(name: string, collection: string): Probe {
  return lookupProbe(name, {
    isRequired: true,
    expects: "200, its apps",
    path: () => `/us/rss/${collection}/limit=100/json`,
    read: readChart,
  });
}

/** A page of charts, which has more ranks than a chart. If it fails, the charts still work. */
export function chartPageProbe(name: string, page: { country: string; genre: string; charts: number }): Probe {
  const { country, genre, charts } = page;
  return {
    name,
    host: "apps.apple.com",
    agent: "usual",
    isRequired: false,
    status: 200,
    expects: `200, ${charts} charts`,
    path: () => `/${country}/iphone/charts/${genre}?chart=top-free`,
    read: (reply) => readChartPage(reply, page),
  };
}

/** Returns the path of a lookup of this many ids; undefined when there are not as many. */
export function listPath(ids: readonly string[], count: number, country = "us"): string | undefined {
  return ids.length < count ? undefined : `/lookup?id=${ids.slice(0, count)}&country=${country}`;
}

export function listProbe(
  name: string,
  { ids: count, more = "", isRequired = false }: { ids: number; more?: string; isRequired?: boolean },
): Probe {
  return lookupProbe(name, {
    isRequired,
    expects: "200, their rows",
    path({ ids }) {
      const path = listPath(ids, count);
      return path && `${path}${more}`;
    },
    read: (reply, { ids }) => readList(reply, ids.slice(0, count)),
  });
}

/** A storefront in the language that it shows by itself, for comparison. */
export function firstLanguageProbe(country: string): Probe {
  return lookupProbe(`${country} without a language`, {
    expects: "200, some apps",
    path: ({ ids }) => listPath(ids, LANGUAGE_IDS, country),
    read: (reply, known) => readTexts(reply, known, { country }),
  });
}

/** A code that the scrapers send. */
export function languageProbe(country: string, code: string): Probe {
  return lookupProbe(`${country} in ${code}`, {
    isRequired: true,
    expects: "200, some apps",
    path: ({ ids }) => languagePath(ids, country, code),
    read: (reply, known) => readTexts(reply, known, { country, code }),
  });
}

/** A form of code that lookup is said to reject. */
export function rejectedLanguageProbe(country: string, code: string, options: { isRequired?: boolean } = {}): Probe {
  return lookupProbe(`${country} in ${code}`, {
    ...options,
    status: 400,
    expects: "400, naming the language",
    path: ({ ids }) => languagePath(ids, country, code),
    read: (reply) => ({ holds: errorOf(reply).includes("[language]"), got: errorOf(reply) }),
  });
}

function languagePath(ids: readonly string[], country: string, code: string): string | undefined {
  const path = listPath(ids, LANGUAGE_IDS, country);
  return path && `${path}&lang=${code}`;
}
