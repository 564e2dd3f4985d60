import { beforeAll, describe, expect, it } from "vitest";

import { consentEndpoints, endpoints, sessionEndpoints } from "../../../functions/endpoints.ts";
import { createApi } from "../../support/api.ts";
import { useDatabase } from "../../support/database.ts";
import type { FakeStore } from "../../support/fake-store.ts";
import { fakeHit } from "../../support/fake-store-records.ts";
import { settleTransactions } from "../../support/settled-transactions.ts";
import { withoutLiveLimits } from "../../support/stage-settings.ts";
import { clear, createWorld, type Member, rowsOf, type World } from "./interlocked-users.ts";
import { walkedOperations } from "./walked-operations.ts";

const contracts = [...endpoints, ...sessionEndpoints, ...consentEndpoints].map(({ contract }) => contract);
const NOW = new Date("2026-03-02T12:00:00Z");

/** Instants, secrets, cursors and ids of runs differ between two databases that were filled alike. */
function withoutChance(text: string | undefined): string | undefined {
  return text
    ?.replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "an instant")
    .replaceAll(/\/feeds\/[\w-]{43}/g, "/feeds/a secret")
    .replaceAll(/whsec_[\w+/=]+/g, "a secret")
    .replaceAll(/"next_cursor":"[\w-]+"/g, '"next_cursor":"a cursor"')
    .replaceAll(/(\d+)([|.])[\w-]{43}/g, "$1$2a secret")
    .replaceAll(/"client":\{"id":"[\w-]{22}"/g, '"client":{"id":"an id"')
    .replaceAll(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g, "an id");
}

type Walked = {
  readonly operation: string;
  readonly request: string;
  readonly status: number;
  readonly body: string | undefined;
};

/** The store finds all apps of the world. */
function stock(store: FakeStore, { apps }: World): void {
  const publisher = { external_id: "4711", name: "Publisher" };
  const named = { publisher_external_id: publisher.external_id, publisher_name: publisher.name };
  const found = apps.map(({ externalId, name }) => ({
    ...fakeHit(externalId, { ...named, name: name ?? "" }),
    rating: 4,
    rating_count: 10,
  }));
  store.scriptSearch("app", "us", { hits: found });
  store.scriptPublisherApps(publisher.external_id, "us", { found });
  const hit = { ...publisher, url: null, app_count: found.length, sample_apps: found.slice(0, 3) };
  store.scriptSuggestions("app", "us", { found: ["apps"] });
  store.scriptPublisherSearch("publisher", "us", { found: [hit] });
}

/** Returns the response of each operation to the sender, one request after the other. */
async function walk(world: World, { sender, other }: { readonly sender: Member; readonly other: Member }) {
  // All operations, one after the other: more requests than one user may send in a minute.
  const api = createApi(world.db, { now: () => NOW, requestsPerMinute: 10_000, ...withoutLiveLimits });
  stock(api.stores.ios, world);
  const walked: Walked[] = [];
  for (const [operation, requestsOf] of Object.entries(walkedOperations)) {
    const contract = contracts.find((candidate) => candidate.operation === operation);
    if (contract === undefined) throw new Error(`No operation is called ${operation}.`);
    for (const { path, body, token = sender.token } of requestsOf({ ...world, sender, other })) {
      const proof = contract.access === "session" ? { cookies: [sender.cookie] } : { token };
      const response = await api.request({ method: contract.method, path, ...proof, ...(body ? { body } : {}) });
      const { status, text } = response;
      walked.push({ operation, request: `${contract.method} ${path}`, status, body: withoutChance(text) });
    }
  }
  return walked;
}

describe.each([
  ["first", 0, 1],
  ["second", 1, 0],
])("the %s of two users of the same apps", (_which, place, otherPlace) => {
  const [together, alone] = [useDatabase(), useDatabase()];
  let worlds: { readonly together: World; readonly alone: World };
  const memberOf = (world: World, at: number): Member => {
    const member = world.members[at];
    if (member === undefined) throw new Error("The world lacks a user.");
    return member;
  };
  const pairOf = (world: World) => ({ sender: memberOf(world, place), other: memberOf(world, otherPlace) });
  beforeAll(async () => {
    worlds = { together: await createWorld(together().db), alone: await createWorld(alone().db) };
    await clear(worlds.alone.db, memberOf(worlds.alone, otherPlace));
    await settleTransactions(together().sql);
  });

  it("[CMP-2 ERR-8] gets of every operation what they would get alone, and changes nothing of the other's", async () => {
    const { db } = worlds.together;
    const { other } = pairOf(worlds.together);
    const before = await rowsOf(db, other);

    const [shared, own] = [
      await walk(worlds.together, pairOf(worlds.together)),
      await walk(worlds.alone, pairOf(worlds.alone)),
    ];

    expect(shared).toEqual(own);
    expect(await rowsOf(db, other)).toEqual(before);
    const succeeded = new Set(shared.filter(({ status }) => status < 300).map(({ operation }) => operation));
    expect(Object.keys(walkedOperations).filter((operation) => !succeeded.has(operation))).toEqual([]);
  });
});

describe("the walk of all operations", () => {
  it("[SVC-1] has a row for each of them, those of all that the service tracks included", () => {
    const tracked = ["apps", "publishers", "charts", "ratings", "keywords", "competitors", "countries"];
    expect(tracked.filter((tag) => !contracts.some((contract) => contract.tag === tag))).toEqual([]);
    expect(Object.keys(walkedOperations).toSorted()).toEqual(contracts.map(({ operation }) => operation).toSorted());
  });
});
