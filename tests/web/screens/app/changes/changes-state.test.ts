import { expect, it } from "vitest";

import { readState, writeState } from "../../../../../web/client/codec.ts";
import { eventQuery, isFiltered } from "../../../../../web/features/events/event-filters.ts";
import { changesState, filtersOfApp, noFiltersOfApp } from "../../../../../web/screens/app/changes/changes-state.ts";

const filtersOf = (search: string) => filtersOfApp(readState(changesState, search));

it("filters the changes of an app by the address, without the tags and the app of other screens", () => {
  expect(eventQuery(filtersOf("app=9&tags=3&weight=notable"), "2026-11-26", ["7"])).toMatchObject({
    ...{ apps: ["7"], min_weight: 0.25 },
  });
  expect(eventQuery(filtersOf("tags=3"), "2026-11-26", ["7"])).not.toHaveProperty("tags");
  expect(isFiltered(filtersOf("tags=3"))).toBe(false);
});

it("keeps the tags of other screens when all changes are shown", () => {
  expect(writeState(changesState, "tags=3&weight=notable&page=2", noFiltersOfApp)).toBe("tags=3");
});
