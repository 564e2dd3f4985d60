import { describe, expect, it } from "vitest";
import { packMarks } from "../../../../../web/screens/app/overview/pack-marks.ts";

const marks = (...xs: number[]) => xs.map((x) => ({ x, width: 60 }));

describe("marks on the axis", () => {
  it("stand in one row while they do not touch", () => {
    expect(packMarks(marks(100, 200), 400, 3)).toEqual({
      rows: 1,
      places: [
        { row: 0, left: 70 },
        { row: 0, left: 170 },
      ],
    });
  });

  it("move to the next row, and back to the first as soon as it is free", () => {
    expect(packMarks(marks(100, 120, 140, 170), 400, 3)?.places.map(({ row }) => row)).toEqual([0, 1, 2, 0]);
  });

  it("stay within the frame", () => {
    expect(packMarks(marks(5, 398), 400, 3)?.places.map(({ left }) => left)).toEqual([0, 340]);
  });

  it("have no names where these need too many rows", () => {
    expect(packMarks(marks(100, 101, 102), 400, 2)).toBeUndefined();
  });

  it("need a row even if there are none", () => {
    expect(packMarks([], 400, 2)).toEqual({ rows: 1, places: [] });
  });
});
