import { expect, it } from "vitest";

import { keptRivals } from "../../../../web/screens/app/kept-rivals.ts";

const rivals = { app: "1", ids: ["7", "8"] };

it("keeps of the chosen competitors those that the app still has, and chooses all if none is left", () => {
  expect(keptRivals(rivals, "1", (id) => id !== "8")).toEqual({ app: "1", ids: ["7"] });
  expect(keptRivals(rivals, "1", () => false)).toBe("all");
});

it("leaves the choice of another app as it is, and that of all or of none", () => {
  expect(keptRivals(rivals, "2", () => false)).toBe(rivals);
  expect(keptRivals("none", "1", () => false)).toBe("none");
});
