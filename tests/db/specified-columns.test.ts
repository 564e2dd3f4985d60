import { describe, expect, it } from "vitest";

import { useDatabase } from "../support/database.ts";

const database = useDatabase();

type Column = { readonly name: string; readonly type: string; readonly nullable: boolean };

async function columnsOf(table: string): Promise<readonly Column[]> {
  return await database().sql<Column[]>`
    SELECT attname AS name, format_type(atttypid, atttypmod) AS type, NOT attnotnull AS nullable
    FROM pg_attribute WHERE attrelid = ${table}::regclass AND attnum > 0 AND NOT attisdropped`;
}

/** The definitions of keys and references, as PostgreSQL words them. */
async function constraintsOf(table: string): Promise<readonly string[]> {
  const rows = await database().sql<{ definition: string }[]>`
    SELECT pg_get_constraintdef(oid) AS definition FROM pg_constraint WHERE conrelid = ${table}::regclass`;
  return rows.map(({ definition }) => definition);
}

const column = async (table: string, name: string) => (await columnsOf(table)).find((one) => one.name === name);

describe("users", () => {
  it("have an integer id, a name and an email", async () => {
    expect(await columnsOf("users")).toEqual(
      expect.arrayContaining([
        { name: "id", type: "integer", nullable: false },
        { name: "name", type: "text", nullable: false },
        { name: "email", type: "text", nullable: false },
      ]),
    );
  });
});

describe("publishers", () => {
  it("are unique by platform and external_id", async () => {
    expect(await constraintsOf("publishers")).toContain("UNIQUE (platform, external_id)");
  });
});

describe("apps", () => {
  it("have an origin_country_code of two characters that references countries.code", async () => {
    expect(await column("apps", "origin_country_code")).toMatchObject({ type: "character(2)" });
    expect(await constraintsOf("apps")).toContain("FOREIGN KEY (origin_country_code) REFERENCES countries(code)");
  });

  it("keep the icon in icon_url", async () => {
    expect(await column("apps", "icon_url")).toMatchObject({ type: "text" });
  });

  it("have a boolean is_available and a collection of unavailable_countries", async () => {
    expect(await column("apps", "is_available")).toEqual({ name: "is_available", type: "boolean", nullable: false });
    expect(await column("apps", "unavailable_countries")).toMatchObject({ type: "text[]" });
  });
});

describe("app metrics", () => {
  it("have a country_code of two characters that references countries.code", async () => {
    expect(await column("app_metrics", "country_code")).toMatchObject({ type: "character(2)" });
    expect(await constraintsOf("app_metrics")).toContain("FOREIGN KEY (country_code) REFERENCES countries(code)");
  });

  it("have a nullable price and a boolean is_available of each country", async () => {
    expect(await column("app_metrics", "price")).toMatchObject({ nullable: true });
    expect(await column("app_metrics", "is_available")).toMatchObject({ type: "boolean", nullable: false });
  });
});

describe("app store listings", () => {
  it("have a locale and a promotional_text", async () => {
    expect(await column("app_store_listings", "locale")).toMatchObject({ nullable: false });
    expect(await column("app_store_listings", "promotional_text")).toMatchObject({ nullable: true });
  });
});

describe("trending charts", () => {
  it("have a country_code that references countries.code", async () => {
    expect(await column("trending_charts", "country_code")).toMatchObject({ type: "character(2)" });
    expect(await constraintsOf("trending_charts")).toContain("FOREIGN KEY (country_code) REFERENCES countries(code)");
  });
});

describe("sync statuses", () => {
  it("are one per app, with a collection of failed items", async () => {
    expect(await constraintsOf("sync_statuses")).toContain("PRIMARY KEY (app_id)");
    expect(await constraintsOf("sync_failed_items")).toContain(
      "FOREIGN KEY (app_id) REFERENCES sync_statuses(app_id) ON DELETE CASCADE",
    );
  });
});

describe("competitor links", () => {
  it("have an integer user_id, app_id and competitor_app_id, unique together", async () => {
    for (const name of ["user_id", "app_id", "competitor_app_id"]) {
      expect(await column("app_competitors", name)).toEqual({ name, type: "integer", nullable: false });
    }
    expect(await constraintsOf("app_competitors")).toContain("UNIQUE (user_id, app_id, competitor_app_id)");
  });

  it("are direct unless another relationship is given", async () => {
    const [row] = await database().sql<{ fallback: string }[]>`
      SELECT column_default AS fallback FROM information_schema.columns
      WHERE table_name = 'app_competitors' AND column_name = 'relationship'`;

    expect(row?.fallback).toBe("'direct'::text");
  });
});
