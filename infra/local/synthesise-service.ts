import { createHash } from "node:crypto";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

import * as z from "zod";
import type { DatabaseAddress, Deployment } from "../aws/deployment.ts";
import type { Template } from "../templates/template.ts";
import { synthesisIn } from "./last-ports.ts";

export type Templates = Readonly<Record<string, Template>>;

export type SynthesisInput = {
  readonly deployment: Omit<Deployment, "code">;
  readonly databaseAddress: DatabaseAddress;
};

const resourceSchema = z.looseObject({ Type: z.string() });
const keptSchema = z.object({
  key: z.string(),
  templates: z.record(z.string(), z.looseObject({ Resources: z.record(z.string(), resourceSchema) })),
});

const OUT_DIR = "cdk.out";

/** Returns the templates of the last start if they were made of the same sources and input, else new ones. */
export async function templatesOf(
  dataDir: string,
  sources: string,
  input: SynthesisInput,
  synthesise = synthesiseService,
): Promise<Templates> {
  const key = createHash("sha256")
    .update(JSON.stringify([process.version, sources, input]))
    .digest("hex");
  const folder = synthesisIn(dataDir);
  const path = join(folder, "templates.json");
  const kept = await readKept(path);
  if (kept?.key === key) return kept.templates;

  const templates = await synthesise(join(dataDir, OUT_DIR), input);
  await mkdir(folder, { recursive: true });
  await writeFile(path, JSON.stringify({ key, templates }));
  return templates;
}

/** A file that cannot be read is made again. */
async function readKept(path: string): Promise<{ readonly key: string; readonly templates: Templates } | undefined> {
  try {
    return keptSchema.parse(JSON.parse(await readFile(path, "utf8")));
  } catch {
    return undefined;
  }
}

async function synthesiseService(outDir: string, { deployment, databaseAddress }: SynthesisInput): Promise<Templates> {
  // The CDK loads slowly, and other work continues meanwhile.
  const { API_PREFIX, endpoints } = await import("../../functions/endpoints.ts");
  const { withoutCode } = await import("../aws/bundle/function-code.ts");
  const { addService } = await import("../aws/service.ts");
  const { synthesise } = await import("../templates/synthesise.ts");
  return synthesise(outDir, (app) => {
    const made = { ...deployment, code: withoutCode };
    addService(app, { deployment: made, databaseAddress, endpoints, pathPrefix: API_PREFIX });
  });
}
