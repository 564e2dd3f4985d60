import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { quietLocal } from "../../../infra/aws/local-stages.ts";
import { OWNER_SECRET_ARN } from "../../../infra/local/address-service.ts";
import { synthesisIn } from "../../../infra/local/last-ports.ts";
import { templatesOf } from "../../../infra/local/synthesise-service.ts";

const input = {
  deployment: { stage: quietLocal },
  databaseAddress: { host: "127.0.0.1", port: "5432", name: "shelfwatch", ownerSecretArn: OWNER_SECRET_ARN },
};
const MARKED = { marked: { Resources: {} } };
const SOURCES = "the sources";

let folder: string;
let made: object;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "templates-"));
  made = await templatesOf(folder, SOURCES, input);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function mark(): Promise<void> {
  const path = join(synthesisIn(folder), "templates.json");
  await writeFile(path, JSON.stringify({ ...JSON.parse(await readFile(path, "utf8")), templates: MARKED }));
}

describe("the templates of a start", () => {
  it("are those of the last one when nothing has changed", async () => {
    await mark();

    expect(await templatesOf(folder, SOURCES, input)).toEqual(MARKED);
  });

  it("are made again when a source has changed", async () => {
    await mark();

    expect(await templatesOf(folder, "other sources", input)).toEqual(made);
  });

  it("are made again when an address has changed", async () => {
    await mark();
    const databaseAddress = { ...input.databaseAddress, port: "5433" };

    expect(JSON.stringify(await templatesOf(folder, SOURCES, { ...input, databaseAddress }))).toContain('"5433"');
  });

  it("are made again when the file is cut short", async () => {
    await writeFile(join(synthesisIn(folder), "templates.json"), '{"key":');

    expect(await templatesOf(folder, SOURCES, input)).toEqual(made);
  });
});
