import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";

import { readSmokeOptions } from "./deployed/options.ts";
import { runSmoke } from "./deployed/run-smoke.ts";

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

/** A service with the responses of a test, and the lines that the smoke test says of it. */
async function smoke(reply: (request: IncomingMessage, response: ServerResponse) => void) {
  const server = createServer(reply);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  const said: string[] = [];
  const account = { email: "ada@example.com", password: "correct horse battery" };
  const options = { url: `http://127.0.0.1:${port}`, account, documentation: undefined, waitSeconds: 1 };
  const failed = await runSmoke(options, (line) => said.push(line));
  return { failed, said };
}

function reject(response: ServerResponse, status: number, headers: Record<string, string> = {}): void {
  response.writeHead(status, { "content-type": "application/problem+json", ...headers });
  response.end(JSON.stringify({ type: "about:blank", title: "Rejected", status, detail: "Rejected, for a test." }));
}

describe("the smoke test of a deployed service", () => {
  it("reports that an address is not this service's, says what to do, and stops", async () => {
    const { failed, said } = await smoke((_request, response) => response.end("<html>"));

    expect(failed).toBe(1);
    expect(said[1]).toMatch(/^FAILED {3}API is reached .*GET \/api\/v1\/countries returned 200, which is not/);
    expect(said[2]).toContain("Give --url as the deployment printed it");
    expect(said[3]).toMatch(/^The \d\d steps that follow were not tried\.$/);
  });

  it("goes on after a step that others do not need, and ends when login fails", async () => {
    const { failed, said } = await smoke((request, response) => {
      if (request.url === "/api/v1/countries" && request.method === "GET") {
        reject(response, 401, { "www-authenticate": "Bearer" });
      } else reject(response, 500);
    });

    const outcomes = said.filter((line) => /^(ok|FAILED) /.test(line)).map((line) => line.split(/ {2,}/).slice(0, 2));
    expect(failed).toBe(5);
    expect(outcomes).toEqual([
      ["ok", "API is reached"],
      ["ok", "database returns"],
      ["FAILED", "unknown address is 404"],
      ["FAILED", "other method is 405"],
      ["ok", "other origins are not served"],
      ["FAILED", "documentation"],
      ["FAILED", "endpoint for assistants"],
      ["FAILED", "register or log in"],
    ]);
    expect(said.join("\n")).toContain("POST /api/v1/auth/login returned 500: Rejected, for a test.; expected 200.");
  });

  it("prints nothing of a response that repeats the request", async () => {
    const { said } = await smoke((request, response) => {
      if (request.method !== "POST") return reject(response, 401, { "www-authenticate": "Bearer" });
      response.statusCode = 502;
      request.pipe(response);
    });

    expect(said.join("\n")).toContain("POST /api/v1/auth/login returned 502; expected 200.");
    expect(said.join("\n")).not.toContain("correct horse");
  });

  it("reports a service that allows every origin", async () => {
    const { said } = await smoke((_request, response) =>
      reject(response, 401, { "www-authenticate": "Bearer", "access-control-allow-origin": "*" }),
    );

    expect(said.join("\n")).toMatch(/FAILED {3}other origins are not served .* is allowed for \*\./);
  });

  it("ends with 1 when a step fails", () => {
    const command = join(import.meta.dirname, "deployed-service.ts");
    const { status } = spawnSync(process.execPath, [command, "--url", "http://127.0.0.1:9"], { timeout: 30_000 });

    expect(status).toBe(1);
  });
});

describe("the command line of the smoke test", () => {
  it("reads the password from a variable and the origin from the address", () => {
    const options = readSmokeOptions(["--url", "https://a.example/", "--email", "a@b.c"], { SMOKE_PASSWORD: "secret" });

    expect(options).toEqual({
      url: "https://a.example",
      account: { email: "a@b.c", password: "secret" },
      documentation: undefined,
      waitSeconds: 900,
    });
  });

  it("reads the address from the file that a deployment writes", () => {
    const folder = mkdtempSync(join(tmpdir(), "shelfwatch-outputs-"));
    const path = join(folder, "outputs.json");
    writeFileSync(path, JSON.stringify({ data: {}, api: { ApiUrl: "https://a.example" } }));

    expect(readSmokeOptions(["--outputs", path], {})?.url).toBe("https://a.example");
    writeFileSync(path, "{}");
    expect(() => readSmokeOptions(["--outputs", path], {})).toThrow("has the output ApiUrl");
    rmSync(folder, { recursive: true });
    expect(() => readSmokeOptions(["--outputs", path], {})).toThrow("--outputs names no file that a deployment wrote");
  });

  it.each([
    [[], "Say which service: --url https://…."],
    [["--url", "a.example"], '--url is an address that begins with https://, not "a.example".'],
    [["--url", "https://a.example", "--email", "a@b.c"], "--email needs --password, or the variable SMOKE_PASSWORD."],
    [["--url", "https://a.example", "--documentation", "yes"], '--documentation is on or off, not "yes".'],
    [["--url", "https://a.example", "--wait", "0"], '--wait is a whole number from 1 to 3600, not "0".'],
  ])("rejects %j with a message", (given, sentence) => {
    expect(() => readSmokeOptions(given, {})).toThrow(sentence);
  });
});
