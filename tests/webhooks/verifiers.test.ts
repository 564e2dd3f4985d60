import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, describe, expect, it } from "vitest";
import * as z from "zod";

import { eventDataSchema, eventRowId } from "../../lib/domain/event.ts";
import { eventResponse } from "../../lib/responses/event-response.ts";
import { bodyOf } from "../../lib/webhooks/delivery-body.ts";
import { formatWebhookSecret, signDelivery, WEBHOOK_SECRET_BYTES } from "../../lib/webhooks/sign-delivery.ts";

const root = join(import.meta.dirname, "..", "..");
const examples = join(root, "docs", "examples", "webhooks");
const read = (path: string) => readFileSync(join(root, path), "utf8");

const RUN_MS = 60_000;

type Delivery = { readonly secret: string; readonly headers: Readonly<Record<string, string>>; readonly body: string };

type Program = { readonly command: string; readonly args: readonly string[]; readonly folder?: string };

/** Each program reads deliveries as JSON, and prints a list of what its verifier said of each. */
const programs: Readonly<Record<string, () => Program>> = {
  "verify.mjs": () => ({ command: process.execPath, args: ["--input-type=module", "--eval", nodeProgram] }),
  "verify.py": () => ({ command: "python3", args: ["-c", pythonProgram] }),
  "verify.go": () => ({ command: "go", args: ["run", "."], folder: writeGoProgram() }),
};
const runtimes: Readonly<Record<string, readonly string[]>> = {
  "verify.mjs": [process.execPath, "--version"],
  "verify.py": ["python3", "--version"],
  "verify.go": ["go", "version"],
};

const nodeProgram = `
  import { readFileSync } from "node:fs";
  import { verify } from ${JSON.stringify(pathToFileURL(join(examples, "verify.mjs")).href)};
  const isVerified = ({ secret, headers, body }) => {
    try { return typeof verify(secret, headers, Buffer.from(body)).type === "string"; } catch { return false; }
  };
  console.log(JSON.stringify(JSON.parse(readFileSync(0, "utf8")).map(isVerified)));`;

const pythonProgram = `
import json, sys
sys.dont_write_bytecode = True
sys.path.insert(0, ${JSON.stringify(examples)})
from verify import verify
def is_verified(delivery):
    try:
        return isinstance(verify(delivery["secret"], delivery["headers"], delivery["body"].encode())["type"], str)
    except ValueError:
        return False
print(json.dumps([is_verified(delivery) for delivery in json.load(sys.stdin)]))`;

const goProgram = `package main
import ("encoding/json"; "net/http"; "os"; "example.com/shelfwatch/webhooks")
func main() {
  var deliveries []struct { Secret string; Headers map[string]string; Body string }
  if err := json.NewDecoder(os.Stdin).Decode(&deliveries); err != nil { panic(err) }
  verified := []bool{}
  for _, delivery := range deliveries {
    header := http.Header{}
    for name, value := range delivery.Headers { header.Set(name, value) }
    verified = append(verified, webhooks.Verify(delivery.Secret, header, []byte(delivery.Body)))
  }
  json.NewEncoder(os.Stdout).Encode(verified)
}`;

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

function writeGoProgram(): string {
  const folder = mkdtempSync(join(tmpdir(), "shelfwatch-verifier-"));
  folders.push(folder);
  writeFileSync(join(folder, "go.mod"), "module example.com/shelfwatch\n\ngo 1.22\n");
  writeFileSync(join(folder, "main.go"), goProgram);
  cpSync(join(examples, "verify.go"), join(folder, "webhooks", "verify.go"));
  return folder;
}

function isMissing([command = "", ...args]: readonly string[]): boolean {
  return spawnSync(command, args, { timeout: RUN_MS }).status !== 0;
}

function verifiedBy(name: string, deliveries: readonly Delivery[]): readonly boolean[] {
  const { command = "", args = [], folder: cwd } = programs[name]?.() ?? {};
  const options = { input: JSON.stringify(deliveries), encoding: "utf8", timeout: RUN_MS } as const;
  const { stdout, stderr } = spawnSync(command, args, { ...options, ...(cwd === undefined ? {} : { cwd }) });
  expect(stderr).toBe("");
  return z.array(z.boolean()).parse(JSON.parse(stdout));
}

const recorded = z
  .object({ responses: z.array(z.object({ body: z.object({ data: z.array(z.unknown()) }) })) })
  .parse({ responses: JSON.parse(read("functions/documentation/examples/poll-events.json")).responses.slice(0, 1) });
const event = eventResponse().parse(recorded.responses[0]?.body.data[0]);
const body = JSON.stringify({ type: event.type, timestamp: event.occurred_at, data: event });

const unixTime = (instant: string) => Date.parse(instant) / 1_000;
const newSecret = () => randomBytes(WEBHOOK_SECRET_BYTES);
const [previous, current, foreign] = [newSecret(), newSecret(), newSecret()];

function delivery(secrets: readonly Buffer[], { secret = current, age = 0, sent = body } = {}): Delivery {
  const headers = signDelivery({ id: event.id, sentAt: Date.now() / 1_000 - age, body: sent }, secrets);
  return { secret: formatWebhookSecret(secret), headers: { ...headers }, body: sent };
}

function changed(header: string, value: string): Delivery {
  const { headers, ...rest } = delivery([current]);
  return { ...rest, headers: { ...headers, [header]: value } };
}

const right: Readonly<Record<string, Delivery>> = {
  "an event": delivery([current]),
  "a test": delivery([current], { sent: '{"type":"webhook.test","timestamp":"2026-03-09T08:00:00Z","data":{}}' }),
  "texts of all languages": delivery([current], {
    sent: '{"type":"listing.changed","data":"漢字 é \\u0000 🎈 & <b>"}',
  }),
  "the new secret while one is rotated": delivery([current, previous]),
  "the replaced secret while one is rotated": delivery([current, previous], { secret: previous }),
  "a delivery that is four minutes old": delivery([current], { age: 240 }),
  "a clock that is four minutes behind": delivery([current], { age: -240 }),
};

const wrong: Readonly<Record<string, Delivery>> = {
  "another secret": delivery([current], { secret: foreign }),
  "the replaced secret after its time": delivery([current], { secret: previous }),
  "a changed body": { ...delivery([current]), body: `${body} ` },
  "another id": changed("webhook-id", "evt_4712"),
  "another time": changed("webhook-timestamp", String(Math.floor(Date.now() / 1_000) - 7)),
  "no time": changed("webhook-timestamp", ""),
  "a time that is no number": changed("webhook-timestamp", "now"),
  "no signature": changed("webhook-signature", ""),
  "a signature of another version": changed("webhook-signature", "v2,AAAA"),
  "a signature that is cut": changed("webhook-signature", "v1,"),
  "a signature with a character that base64 lacks": changed("webhook-signature", "v1,é"),
  "a delivery that is six minutes old": delivery([current], { age: 360 }),
  "a clock that is six minutes behind": delivery([current], { age: -360 }),
};

describe.each(Object.keys(programs))("the verifier %s", (name) => {
  it("[HOOK-3] accepts what the service signs, and nothing that differs", ({ skip }) => {
    const [command = ""] = runtimes[name] ?? [];
    skip(isMissing(runtimes[name] ?? []), `${command} is not installed.`);
    const all = { ...right, ...wrong };

    const verified = verifiedBy(name, Object.values(all));

    const accepted = Object.keys(all).filter((_, index) => verified[index]);
    expect(accepted).toEqual(Object.keys(right));
  });

  it("has at most 25 lines", () => {
    expect(read(`docs/examples/webhooks/${name}`).trimEnd().split("\n").length).toBeLessThanOrEqual(25);
  });
});

describe("docs/webhooks.md", () => {
  it("shows the body that an event of the examples has", () => {
    const [, shown = ""] = /```json\n([^`]+)```/.exec(read("docs/webhooks.md")) ?? [];
    const [id, occurred_at, reported_at] = [
      eventRowId(event.id),
      unixTime(event.occurred_at),
      unixTime(event.reported_at),
    ];
    const set = Object.entries(event.data).filter(([, value]) => value !== null);
    const data = eventDataSchema().parse(Object.fromEntries(set));

    const sent = bodyOf({
      type: event.type,
      payload: null,
      event: { ...event, id, occurred_at, reported_at, data },
      created_at: 0,
    });

    expect(sent).toBe(body);
    // The document leaves out the fields of `data` that are null.
    expect(JSON.parse(body)).toMatchObject(JSON.parse(shown));
  });
});
