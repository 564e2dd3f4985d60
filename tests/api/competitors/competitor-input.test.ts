import { describe, expect, it } from "vitest";

import { createApi, createCaller } from "../../support/api.ts";
import { useDatabase } from "../../support/database.ts";
import { createApp } from "../../support/factories.ts";

const database = useDatabase();

async function post(body: unknown) {
  const { db } = database();
  const app = await createApp(db);
  return createApi(db).post(`/apps/ios/${app.externalId}/competitors`, body, await createCaller(db));
}

describe("the body of POST /apps/{platform}/{external_id}/competitors", () => {
  it.each([
    [{}, "competitor_app_id", "is required when no competitor external id is given."],
    [
      { competitor_app_id: 1, competitor_external_id: "1" },
      "competitor_external_id",
      "cannot be given together with a competitor app id.",
    ],
    [
      { competitor_app_id: 1, competitor_platform: "ios" },
      "competitor_platform",
      "goes with a competitor external id alone.",
    ],
  ])("has one id of the competitor, and a platform only with the store's id: %j", async (body, field, rule) => {
    const response = await post(body);

    expect(response.status).toBe(422);
    expect(response.body.errors).toEqual({ [field]: [`The ${field.replaceAll("_", " ")} field ${rule}`] });
  });

  it.each([
    ["competitor_app_id", '{"competitor_app_id":2147483648}'],
    ["competitor_app_id", '{"competitor_app_id":9223372036854775808}'],
    ["competitor_app_id", '{"competitor_app_id":1e309}'],
    ["competitor_app_id", '{"competitor_app_id":-1e309}'],
    ["competitor_app_id", '{"competitor_app_id":0}'],
    ["competitor_app_id", '{"competitor_app_id":-1}'],
    ["competitor_app_id", '{"competitor_app_id":1.5}'],
    ["competitor_app_id", '{"competitor_app_id":"1"}'],
    ["competitor_app_id", '{"competitor_app_id":[1]}'],
    ["competitor_app_id", '{"competitor_app_id":{"id":1}}'],
    ["competitor_app_id", '{"competitor_app_id":null}'],
    ["competitor_app_id", '{"competitor_app_id":true}'],
    ["competitor_external_id", '{"competitor_external_id":""}'],
    ["competitor_external_id", '{"competitor_external_id":12}'],
    ["competitor_external_id", '{"competitor_external_id":["1"]}'],
    ["competitor_external_id", '{"competitor_external_id":"a/b"}'],
    ["competitor_external_id", '{"competitor_external_id":"a\\u0000b"}'],
    ["competitor_external_id", `{"competitor_external_id":"${"a".repeat(256)}"}`],
    ["competitor_platform", '{"competitor_external_id":"1","competitor_platform":"windows"}'],
    ["competitor_platform", '{"competitor_external_id":"1","competitor_platform":1}'],
    ["competitor_platform", '{"competitor_external_id":"1","competitor_platform":null}'],
    ["relationship", '{"competitor_app_id":1,"relationship":null}'],
    ["relationship", '{"competitor_app_id":1,"relationship":""}'],
    ["relationship", '{"competitor_app_id":1,"relationship":"Direct"}'],
    ["relationship", '{"competitor_app_id":1,"relationship":["direct"]}'],
    ["body", "[]"],
    ["body", "1"],
  ])("[CMP-6] is rejected for a wrong %s: %s", async (field, body) => {
    const response = await post(body);

    expect(response.status).toBe(422);
    expect(Object.keys(response.body.errors)).toEqual([field]);
  });
});
