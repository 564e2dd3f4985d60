import type { Page, Route } from "playwright-core";
import * as z from "zod";

/** States that the real service shows only by chance are made by intercepting its responses. */

type Problem = {
  readonly status: number;
  readonly detail: string;
  readonly type?: string;
  readonly retryAfterSeconds?: number;
};

const EMPTY_PAGE = {
  data: [],
  meta: { current_page: 1, last_page: 1, per_page: 25, total: 0, from: null, to: null },
  links: { first: null, last: null, prev: null, next: null },
};

/** Holds the responses of an address back. Returns what lets them through, to what else intercepts them. */
export async function holdResponses(page: Page, address: RegExp): Promise<() => Promise<void>> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const held: Promise<void>[] = [];
  const hold = (route: Route) => {
    // A page that was left has requests that nobody waits for.
    const passed = released.then(() => route.fallback()).catch(() => {});
    held.push(passed);
    return passed;
  };
  await page.route(address, hold);
  return async () => {
    release();
    await Promise.all(held);
    await page.unroute(address, hold);
  };
}

/** Has an address respond with a problem until `letThrough`. */
export async function failResponses(page: Page, address: RegExp, problem: Problem): Promise<void> {
  const { status, detail, type = "about:blank", retryAfterSeconds } = problem;
  await page.route(address, (route) =>
    route.fulfill({
      status,
      contentType: "application/problem+json",
      headers: retryAfterSeconds === undefined ? {} : { "retry-after": String(retryAfterSeconds) },
      body: JSON.stringify({ type, title: "Problem", status, detail }),
    }),
  );
}

/** Has an address respond with an empty page, or with this body. */
export async function emptyResponses(page: Page, address: RegExp, body: object = EMPTY_PAGE): Promise<void> {
  await page.route(address, (route) =>
    route.fulfill({ status: 200, contentType: "application/json", body: JSON.stringify(body) }),
  );
}

/** Replaces a part of the data with which an address responds. */
export async function patchResponses(page: Page, address: RegExp, patch: object): Promise<void> {
  await page.route(address, async (route) => {
    const response = await route.fetch();
    const body = z.looseObject({ data: z.looseObject({}) }).parse(await response.json());
    await route.fulfill({ response, json: { ...body, data: { ...body.data, ...patch } } });
  });
}

export async function letThrough(page: Page, address: RegExp): Promise<void> {
  await page.unroute(address);
}

/** Returns complaints besides those with which the console reports a response of these statuses. */
export function complaintsBesides(complaints: readonly string[], statuses: readonly number[]): readonly string[] {
  return complaints.filter((text) => !statuses.some((status) => text.includes(`with a status of ${status}`)));
}
