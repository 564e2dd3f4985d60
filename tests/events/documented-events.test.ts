import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

import { eventDataSchema, eventFields, eventTypes } from "../../lib/domain/event.ts";
import { eventWeight } from "../../lib/domain/event-weight.ts";

const text = readFileSync("docs/events.md", "utf8");
const rows = text
  .split("\n")
  .filter((line) => line.startsWith("| `"))
  .map((line) => line.split("|").map((cell) => cell.trim()));

const namesIn = (cell = "") => [...cell.matchAll(/`([\w.]+)`/g)].map(([, name]) => name ?? "");
const weights = new Map(rows.flatMap((cells) => namesIn(cells[1]).map((name) => [name, cells.at(-2) ?? ""])));

describe("docs/events.md", () => {
  it.each(eventFields)("states the weight of the field %s", (field) => {
    expect(Number(weights.get(field))).toBe(eventWeight(field, 1));
  });

  it.each(eventTypes)("states the weight of the type %s, or that it is that of the field", (type) => {
    const expected = type === "listing.changed" || type === "app.fact_changed" ? null : eventWeight(type, 1);

    expect(weights.get(type)).toBe(expected === null ? "by field" : String(expected));
  });

  it("names everything that the data of events can have", () => {
    expect(namesIn(text)).toEqual(expect.arrayContaining(Object.keys(eventDataSchema().shape)));
  });
});
