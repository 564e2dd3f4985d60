import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";

import { quietLocal } from "../../../infra/aws/local-stages.ts";
import { OWNER_SECRET_ARN } from "../../../infra/local/address-service.ts";
import { synthesisIn } from "../../../infra/local/last-ports.ts";
import { type Templates, templatesOf } from "../../../infra/local/synthesise-service.ts";

const input = {
  deployment: { stage: quietLocal },
  databaseAddress: { host: "127.0.0.1", port: "5432", name: "shelfwatch", ownerSecretArn: OWNER_SECRET_ARN },
};
const SOURCES = "the sources";

/** Counts what is synthesised, into templates that show the input. */
function createSynthesis() {
  let times = 0;
  const synthesise = async (_outDir: string, { databaseAddress }: typeof input): Promise<Templates> => {
    times += 1;
    return { data: { Resources: { Port: { Type: databaseAddress.port } } } };
  };
  return { synthesise, times: () => times };
}

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "templates-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

describe("the templates of a start", () => {
  it("are those of the last one when nothing has changed", async () => {
    const { synthesise, times } = createSynthesis();
    const made = await templatesOf(folder, SOURCES, input, synthesise);

    expect(await templatesOf(folder, SOURCES, input, synthesise)).toEqual(made);
    expect(times()).toBe(1);
  });

  it("are made again when a source has changed", async () => {
    const { synthesise, times } = createSynthesis();
    await templatesOf(folder, SOURCES, input, synthesise);

    await templatesOf(folder, "other sources", input, synthesise);

    expect(times()).toBe(2);
  });

  it("are made again when an address has changed", async () => {
    const { synthesise } = createSynthesis();
    await templatesOf(folder, SOURCES, input, synthesise);
    const databaseAddress = { ...input.databaseAddress, port: "5433" };

    const made = await templatesOf(folder, SOURCES, { ...input, databaseAddress }, synthesise);

    expect(made.data?.Resources.Port?.Type).toBe("5433");
  });

  it("are made again when the file is cut short", async () => {
    const { synthesise } = createSynthesis();
    const made = await templatesOf(folder, SOURCES, input, synthesise);
    await writeFile(join(synthesisIn(folder), "templates.json"), '{"key":');

    expect(await templatesOf(folder, SOURCES, input, synthesise)).toEqual(made);
  });
});
