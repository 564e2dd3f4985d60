import { describe, expect, it } from "vitest";

import { factKeys } from "../../../lib/domain/fact.ts";
import { addFactChanges } from "../../support/catalogue.ts";
import { createTracked } from "../../support/followed-apps.ts";
import { useApi } from "../../support/use-api.ts";

const setUp = useApi();

type Shown = {
  readonly field_changed: string;
  readonly country_code: string | null;
  readonly locale: string | null;
  readonly version: string | null;
  readonly old_value: string | null;
  readonly new_value: string | null;
};

describe("changes of facts in GET /changes/apps", () => {
  it("[FCT-2] have both values and their storefront, and leave out the first values", async () => {
    const { db, api, caller } = await setUp();
    const app = await createTracked(db, caller.user.id);
    await addFactChanges(db, app.id, { countryCode: "de", changed: { items: [1] } });
    await addFactChanges(db, app.id, { countryCode: "fr" });

    const { body } = await api.get("/changes/apps?field=size_bytes,in_app_purchases&country_code=de", caller);

    const shown = body.data.map((change: Shown) => ({
      field: change.field_changed,
      place: [change.country_code, change.locale, change.version],
      values: [change.old_value, change.new_value],
    }));
    const same = { place: ["de", null, null], values: ["first", '{"items": [1]}'] };
    expect(shown).toHaveLength(2);
    expect(shown).toEqual(
      expect.arrayContaining([
        { field: "in_app_purchases", ...same },
        { field: "size_bytes", ...same },
      ]),
    );
  });

  it("[FCT-2] have no country if the fact is the same in all storefronts", async () => {
    const { db, api, caller } = await setUp();
    const app = await createTracked(db, caller.user.id);
    await addFactChanges(db, app.id, {});

    const { body } = await api.get("/changes/apps?field=publisher", caller);

    expect(body.data).toMatchObject([{ field_changed: "publisher", country_code: null, new_value: "second" }]);
  });

  it("are left out where a language is requested without a storefront", async () => {
    const { db, api, caller } = await setUp();
    const app = await createTracked(db, caller.user.id);
    await addFactChanges(db, app.id, { countryCode: "de" });

    const inLanguage = await api.get("/changes/apps?locale=en-US", caller);
    const inBoth = await api.get("/changes/apps?locale=en-US&country_code=de", caller);

    expect(inLanguage.body.data).toEqual([]);
    expect(inBoth.body.data).toHaveLength(factKeys.length);
  });

  it("are paged without a gap by the last change of a page", async () => {
    const { db, api, caller } = await setUp();
    const app = await createTracked(db, caller.user.id);
    await addFactChanges(db, app.id, {});

    const first = await api.get("/changes/apps?per_page=10", caller);
    const second = await api.get(first.body.links.next.replace("/api/v1", ""), caller);

    const fields = [...first.body.data, ...second.body.data].map(({ field_changed }: Shown) => field_changed);
    expect(fields.toSorted()).toEqual(factKeys.toSorted());
  });
});
