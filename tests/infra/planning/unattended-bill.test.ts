import { describe, expect, it } from "vitest";

import { prod } from "../../../infra/aws/stages.ts";
import { noActivity } from "../../../infra/planning/activity.ts";
import { assumed } from "../../../infra/planning/assumptions.ts";
import type { Inventory } from "../../../infra/planning/inventory.ts";
import { REQUESTS_PER_VISIT, SEARCHES_PER_DAY, unattendedLines } from "../../../infra/planning/unattended-bill.ts";
import { visitApi } from "../../../lib/canary/visit-api.ts";
import { silentLog } from "../../support/silent-log.ts";

const inventory: Inventory = {
  alarmMetrics: 0,
  metricFilters: 0,
  dashboards: [],
  secrets: 3,
  rotations: 1,
  encryptionKeys: 1,
  databaseInstances: 1,
  natGateways: 0,
  endpointZones: 0,
  queues: [],
};

describe("the bill of what nobody requests", () => {
  it("counts the canary's own function and requests, and the rotation, apart from what users cause", () => {
    const canary = { schedule: "rate(1 hour)", probeSchedule: "rate(5 minutes)", searchHour: 9, memoryMb: 1_024 };
    const lines = unattendedLines({
      stage: { ...prod, canary, api: { ...prod.api, memoryMb: 512 } },
      inventory,
      activity: noActivity(1),
      assumed: {
        ...assumed,
        canaryVisitSeconds: 5,
        apiRequestMs: 60,
        coldStartMs: 440,
        checkRunSeconds: 1,
        scheduledRunSeconds: 2,
      },
      month: 1,
    });
    const quantityOf = (item: string) => lines.find((line) => line.item === item)?.quantity;

    // 730 visits of 7 requests, and 2 searches on each of 30.4 days; half a second of 0.5 GB a request.
    const requests = 730 * 7 + (2 * 730) / 24;
    expect(quantityOf("the canary's requests")).toBeCloseTo(requests, 6);
    expect(quantityOf("canary and its requests")).toBeCloseTo(730 * 5 + requests * 0.25, 6);
    expect(quantityOf("their invocations")).toBeCloseTo(730 + requests, 6);
    // 8,760 runs of each of three checks for a second of a quarter of a GB, and as many requests.
    expect(quantityOf("checks and the probe's requests")).toBeCloseTo(8_760 * (3 * 0.25 + 0.06 * 0.5), 6);
    expect(quantityOf("the probe's requests")).toBe(8_760);
    expect(quantityOf("rotations")).toBeCloseTo((730 / 24 / 30) * 4 * 2 * 0.5, 6);
  });

  it("knows how many requests a visit of the canary sends", async () => {
    const requestsAt = async (hour: number) => {
      const paths: string[] = [];
      const bodies: Readonly<Record<string, unknown>> = {
        "/auth/login": { token: "1|x" },
        "/apps": [],
        "/charts": [{ app_external_id: "1" }],
        "/apps/search": [{ external_id: "1" }],
      };
      await visitApi({
        call: async ({ path }) => {
          const [name = ""] = path.split("?");
          paths.push(name);
          const status = name === "/auth/logout" ? 204 : 200;
          return { status, body: { data: bodies[name] ?? { title: "Weather" } }, summary: name };
        },
        createAccount: () => Promise.reject(new Error("The account exists.")),
        log: silentLog,
        now: () => new Date(Date.UTC(2026, 2, 10, hour)),
        credentials: async () => ({ username: "canary", password: "secret" }),
        searchHour: 9,
      });
      return paths.length;
    };

    expect(await requestsAt(8)).toBe(REQUESTS_PER_VISIT);
    expect(await requestsAt(9)).toBe(REQUESTS_PER_VISIT + SEARCHES_PER_DAY);
  });
});
