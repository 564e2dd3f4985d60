import { describe, expect, it } from "vitest";

import { SAVED_VIEWS_MAX } from "../../../lib/domain/saved-view.ts";
import { useViews } from "./use-views.ts";

const setUpViews = useViews();

describe("GET /views", () => {
  it("[OWN-1] lists the caller's views by name, whatever their case", async () => {
    const { create, list } = await setUpViews();
    for (const name of ["beta", "Alpha", "Gamma"]) await create(name);

    expect((await list()).map(({ name }: { name: string }) => name)).toEqual(["Alpha", "beta", "Gamma"]);
  });

  it("[OWN-5] lists all of the most views, each with the largest scope", async () => {
    const { api, caller, create } = await setUpViews();
    const query = { a: "漢".repeat(1_300) };
    for (let n = 0; n < SAVED_VIEWS_MAX; n += 1) await create(`View ${n}`, { path: "/apps", query });

    const { status, body } = await api.get("/views", caller);

    expect([status, body.data.length]).toEqual([200, SAVED_VIEWS_MAX]);
  });
});
