import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { describeStores } from "../../../infra/local/cli/next-steps.ts";
import { type StoreSimulator, startStoreSimulator } from "../../../infra/store-simulator/simulator.ts";

let simulator: StoreSimulator;
beforeAll(async () => {
  simulator = await startStoreSimulator({ appsPerStore: 1, publishersPerStore: 1 });
});
afterAll(() => simulator.stop());

describe("what npm start prints of the stores", () => {
  it("is the address of the simulator, whose control interface responds there", async () => {
    const lines = describeStores({ as: "local", day: 3 }, { simulator });
    const [, address = ""] = /Store simulator: (\S+) /.exec(lines.join("\n")) ?? [];

    expect(lines[0]).toContain("simulated, with invented apps, day 3");
    expect(await (await fetch(`${address}/__simulator/day`)).json()).toEqual({ day: 0, hour: 0 });
  });

  it("is no address of a simulator with the real stores", () => {
    expect(describeStores({ as: "local", day: 0 }, { simulator: undefined })).toEqual([
      "Stores: the real ones, within their limits (20 and 30 requests a minute).",
    ]);
  });

  it("begins with whose settings count, when those are prod's", () => {
    const [first = "", ...others] = describeStores({ as: "prod", day: 0 }, { simulator: undefined });

    expect(first).toContain("prod's");
    expect(others).toEqual(describeStores({ as: "local", day: 0 }, { simulator: undefined }));
  });
});
