import { expect, it } from "vitest";

import { appOptions } from "../../../../web/screens/changes/app-options.ts";

it("offers each app once, by its name, and says the store of apps that share one", () => {
  const marfold = { id: 7, name: "Marfold", platform: "ios" } as const;
  const apps = [marfold, { id: 9, name: "Clomio", platform: "ios" }, marfold] as const;

  expect(appOptions(apps)).toEqual([
    { id: "9", name: "Clomio" },
    { id: "7", name: "Marfold" },
  ]);
  expect(appOptions([marfold, { ...marfold, id: 8, platform: "android" }])).toEqual([
    { id: "7", name: "Marfold (App Store)" },
    { id: "8", name: "Marfold (Google Play)" },
  ]);
});
