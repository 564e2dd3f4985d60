import { describe, expect, it } from "vitest";
import { draggedPlaces, placeAt, xOfPlace } from "../../../web/plots/day-scale.ts";

const scale = { left: 50, width: 730, count: 365 };

describe("the days of an axis", () => {
  it("are found at their own middle, each of them", () => {
    const places = Array.from({ length: scale.count }, (_, place) => place);
    expect(places.map((place) => placeAt(scale, xOfPlace(scale, place)))).toEqual(places);
  });

  it("end where the axis ends", () => {
    expect([placeAt(scale, -20), placeAt(scale, 50), placeAt(scale, 779), placeAt(scale, 2_000)]).toEqual([
      0, 0, 364, 364,
    ]);
  });

  it("are one day in an axis of one day", () => {
    const one = { left: 10, width: 100, count: 1 };
    expect([xOfPlace(one, 0), placeAt(one, 10), placeAt(one, 109)]).toEqual([60, 0, 0]);
  });
});

describe("a drag", () => {
  it("chooses the days between its ends, in either direction", () => {
    expect(draggedPlaces(scale, 50, 69)).toEqual([0, 9]);
    expect(draggedPlaces(scale, 69, 50)).toEqual([0, 9]);
  });

  it("of some pixels is a click", () => {
    expect(draggedPlaces(scale, 100, 105)).toBeNull();
  });
});
