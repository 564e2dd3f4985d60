import { expect, it } from "vitest";
import { startFixtureHost } from "./fixtures/start-fixture-host.ts";

it("starts", async () => {
  const t = performance.now();
  const host = await startFixtureHost();
  console.log(performance.now() - t, host.functionNames, host.errors);
  const answer = await fetch(`${host.url}/things/ios/a%2520b?x=1&x=2`);
  console.log(answer.status, await answer.text());
  console.log(await host.invoke("call-store", { path: "/apps/a%20b?x=1" }));
  console.log(await host.invoke("read-secret", {}));
  console.log(host.errors);
  await host.stop();
  expect(1).toBe(1);
});
