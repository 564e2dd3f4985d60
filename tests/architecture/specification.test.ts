import { join } from "node:path";
import { describe, expect, it } from "vitest";

import { endpoints } from "../../functions/endpoints.ts";
import * as android from "../../scrapers/android/routes/index.ts";
import * as ios from "../../scrapers/ios/routes/index.ts";
import { describeMissingTest } from "./find-tests.ts";
import { errors, rejections } from "./specification/errors.ts";
import { limits, versioning } from "./specification/limits.ts";
import { records, resources } from "./specification/resources.ts";
import type { RouteSection, Section } from "./specification/row.ts";
import { scraperRoutes, scraperRules } from "./specification/scraper-routes.ts";
import { serverRoutes } from "./specification/server-routes.ts";
import { authentication, service } from "./specification/service.ts";
import { states } from "./specification/states.ts";

const tests = join(import.meta.dirname, "..");
const OPERATIONS = 21;
const ROUTES_PER_SCRAPER = 9;

const sections: readonly Section[] = [
  service,
  resources,
  records,
  states,
  ...serverRoutes.map((section) => withTest(section, "e2e/operations.test.ts > returns $route with $status")),
  ...Object.values(scraperRoutes).map((section) =>
    withTest(
      section,
      "scrapers/bundles.test.ts > loads on Node 24 without node_modules and returns every route as the sources do",
    ),
  ),
  scraperRules,
  authentication,
  errors,
  rejections,
  limits,
  versioning,
];
const rows = sections.flatMap(({ section, rows: own }) => own.map((row) => ({ section, name: nameOf(row), ...row })));

/** Every route is shown once more as it runs: over HTTP, or out of its bundle. */
function withTest(section: RouteSection, test: string): RouteSection {
  return { ...section, rows: section.rows.map((row) => ({ ...row, tests: [...row.tests, test] })) };
}

function nameOf(row: { readonly row: string; readonly route?: string }): string {
  return row.route === undefined ? row.row : `${row.route}: ${row.row}`;
}

describe("the specification", () => {
  it.each(rows)("is shown by tests. $section: $name", ({ tests: named }) => {
    const missing = named.map((test) => describeMissingTest(tests, test)).filter((fault) => fault !== undefined);

    expect(named).not.toEqual([]);
    expect(missing).toEqual([]);
  });

  it("has each row once", () => {
    const names = rows.map(({ section, name }) => `${section}: ${name}`);

    expect(names.toSorted()).toEqual([...new Set(names)].toSorted());
  });
});

describe("the tables of endpoints", () => {
  const specified = serverRoutes.flatMap(({ rows: own }) => own.map(({ route }) => route));
  const served = endpoints.map(({ contract }) => `${contract.method} ${contract.path}`);

  it(`name ${OPERATIONS} operations`, () => {
    expect(new Set(specified).size).toBe(OPERATIONS);
  });

  it.each(specified)("has an endpoint for %s", (route) => {
    expect(served).toContain(route);
  });

  it.each([
    { platform: "ios" as const, routes: ios.routes },
    { platform: "android" as const, routes: android.routes },
  ])("has a route of the $platform scraper for every row of its table", ({ platform, routes }) => {
    const wanted = scraperRoutes[platform].rows.map(({ route }) => route);

    expect(wanted).toHaveLength(ROUTES_PER_SCRAPER);
    expect(routes.map(({ path }) => `GET ${path}`)).toEqual(expect.arrayContaining(wanted));
    expect(wanted.filter((route) => /\/v\d/.test(route))).toEqual([]);
  });
});
