import { expect, it } from "vitest";

import { eventFields, eventTypes } from "../../../../lib/domain/event.ts";
import { eventKinds, kindOptions, queryOfKind } from "../../../../web/features/events/event-kinds.ts";
import { factKeys } from "../../../../web/features/facts/fact-names.ts";

it("offers each kind once, in its group", () => {
  const groupOf = (id: string) => kindOptions.find((option) => option.id === id)?.group;

  expect(new Set(eventKinds).size).toBe(kindOptions.length);
  expect(["title", "locale_added", "price", "rank", "privacy"].map(groupOf)).toEqual([
    "Listing",
    "Listing",
    "In the store",
    "In the store",
    "Facts",
  ]);
});

it("offers every field and every type of events", () => {
  const queries = eventKinds.map(queryOfKind);

  expect(queries.flatMap(({ field = [] }) => field).toSorted()).toEqual([...eventFields].toSorted());
  expect([...new Set(queries.flatMap(({ type = [] }) => type))].toSorted()).toEqual([...eventTypes].toSorted());
});

it("stands for the types of a group, for one field, or for all events", () => {
  expect(queryOfKind("")).toEqual({});
  expect(queryOfKind("availability")).toEqual({ type: ["app.availability_changed", "app.removed", "app.returned"] });
  expect(queryOfKind("title")).toEqual({ field: ["title"] });
  expect(factKeys.map(queryOfKind)).toEqual(factKeys.map((key) => ({ field: [key] })));
});
