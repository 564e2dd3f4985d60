import { describe, expect, it } from "vitest";

import { eventsOfView } from "../../../../lib/domain/view-events.ts";
import { NOTABLE_WEIGHT } from "../../../../web/features/events/event-filters.ts";
import { eventKinds, queryOfKind } from "../../../../web/features/events/event-kinds.ts";
import { nonEmpty } from "../../../support/non-empty.ts";

const of = (query: Readonly<Record<string, string>>) => eventsOfView({ path: "/changes/all", query });

describe("eventsOfView", () => {
  it.each([
    { path: "/changes/apps", scope: "mine" },
    { path: "/changes/competitors", scope: "rivals" },
    { path: "/changes/all", scope: "all" },
  ])("has the apps of the screen $path", ({ path, scope }) => {
    expect(eventsOfView({ path, query: {} })).toMatchObject({ scope, appIds: null, types: null, fields: null });
  });

  it.each(["/", "/apps", "/changes", "/changes/all/x", "constructor"])("has none for the screen %s", (path) => {
    expect(eventsOfView({ path, query: {} })).toBeUndefined();
  });

  it("knows each kind of changes that the screens know", () => {
    for (const kind of nonEmpty(eventKinds)) {
      const { type = null, field = null } = queryOfKind(kind);
      expect(of({ field: kind })).toMatchObject({ types: type, fields: field });
    }
  });

  it("has the app, the tags, the country, the language and the weight of the address", () => {
    const query = { app: "12", tags: "3,x,4", country: "JP", locale: "de-DE", weight: "notable" };
    expect(of(query)).toMatchObject({
      ...{ appIds: [12], tagIds: [3, 4], countryCode: "jp", locale: "de-DE", minWeight: NOTABLE_WEIGHT },
    });
  });

  it("ignores what the screens ignore", () => {
    const query = {
      app: "-1",
      tags: "x",
      country: "japan",
      locale: "d e",
      weight: "all",
      field: "toString",
      days: "30",
    };
    expect(of(query)).toEqual(of({}));
  });
});
