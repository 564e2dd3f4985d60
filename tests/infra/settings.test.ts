import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import * as z from "zod";

import { dev, type Stage } from "../../infra/aws/stages.ts";
import * as chartEnvironments from "../../lib/runtime/chart-environment.ts";
import * as endpointEnvironments from "../../lib/runtime/endpoint-environment.ts";
import * as environments from "../../lib/runtime/environment.ts";
import * as syncEnvironments from "../../lib/runtime/sync-environment.ts";
import { scraperEnvironment } from "../../scrapers/contracts/environment.ts";
import { synthesiseStage } from "./fixtures/synthesise-stage.ts";

const root = join(import.meta.dirname, "../..");

/** Every limit that can be set changes something: a setting that nothing reads would promise what nobody keeps. */
describe("the settings", () => {
  it("of a stage are all read at synthesis", () => {
    // One that uses what dev leaves at its default.
    const stage: Stage = {
      ...dev,
      alarmEmails: ["on-call@example.com"],
      api: { ...dev.api, reservedConcurrency: 5, corsOrigins: ["https://app.example.com"] },
    };
    const read = new Set<string>();

    synthesiseStage(watched(stage, read));

    expect(leaves(stage).filter((path) => !read.has(path))).toEqual([]);
  });

  it("in the environment of a function are all read by code", () => {
    const schemas = [
      ...[environments, endpointEnvironments, syncEnvironments, chartEnvironments].flatMap((file) =>
        Object.values<unknown>(file),
      ),
      scraperEnvironment,
    ].filter((value) => value instanceof z.ZodObject);
    const variables = new Set(schemas.flatMap(({ shape }) => Object.keys(shape)));
    const code = globSync(["{lib,functions,scrapers,db}/**/*.ts"], { cwd: root })
      .filter((path) => !/environment\.ts$|shared-variables\.ts$/.test(path))
      .map((path) => readFileSync(join(root, path), "utf8"))
      .join("\n");

    expect(variables.size).toBeGreaterThan(30);
    expect([...variables].filter((name) => !new RegExp(`\\b${name}\\b`).test(code))).toEqual([]);
  });
});

/** The same, noting each value that is read. */
function watched<T extends object>(value: T, read: Set<string>, path = ""): T {
  return new Proxy(value, {
    get(target, key, receiver) {
      const found: unknown = Reflect.get(target, key, receiver);
      if (typeof key === "symbol") return found;
      const name = path === "" ? key : `${path}.${key}`;
      read.add(name);
      const isPlain = typeof found === "object" && found !== null && !Array.isArray(found);
      return isPlain ? watched(found, read, name) : found;
    },
  });
}

function leaves(value: object, path = ""): readonly string[] {
  return Object.entries(value).flatMap(([key, item]) => {
    const name = path === "" ? key : `${path}.${key}`;
    return typeof item === "object" && item !== null && !Array.isArray(item) ? leaves(item, name) : [name];
  });
}
