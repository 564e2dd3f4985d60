import { expect, it } from "vitest";

import { keptCompetitors } from "../../../../../web/screens/app/keywords/kept-competitors.ts";

it("compares with the chosen apps that are still competitors, and with all of them until these are known", () => {
  expect(keptCompetitors(["7", "8"], [{ app: { id: 8 } }, { app: { id: 9 } }])).toEqual(["8"]);
  expect(keptCompetitors(["7", "8"], undefined)).toEqual(["7", "8"]);
});
