import { inspect } from "node:util";
import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";

import { type Placeholders, statement } from "../../db/statement.ts";
import { exportUserEvent } from "../../lib/operations/export-user.ts";
import { OperationRejected, operation } from "../../lib/operations/operation.ts";
import { pausePlatformEvent } from "../../lib/operations/pause-platform.ts";
import { redriveQueueEvent } from "../../lib/operations/redrive-queue.ts";
import { resumePlatformEvent } from "../../lib/operations/resume-platform.ts";
import { resyncAppEvent } from "../../lib/operations/resync-app.ts";
import { useDatabase } from "../support/database.ts";

const database = useDatabase();
const neverDone = () => Promise.reject(new Error("It was done."));

describe("an operation", () => {
  it.each([
    ["pause-platform", pausePlatformEvent, {}, "The platform field is required. The reason field is required."],
    [
      "pause-platform",
      pausePlatformEvent,
      { platform: "ios", reason: " " },
      "The reason field must be at least 1 characters.",
    ],
    ["resume-platform", resumePlatformEvent, { platform: "web" }, "The selected platform is invalid."],
    ["resync-app", resyncAppEvent, { platform: "ios", external_id: "a/b" }, "The selected external id is invalid."],
    ["redrive-queue", redriveQueueEvent, { queue: "charts-ios-dlq" }, "The selected queue is invalid."],
    ["export-user", exportUserEvent, { email: "ada" }, "The email field must be a valid email address."],
    ["export-user", exportUserEvent, "ada@example.com", "The event must be a JSON object."],
    ["resume-platform", resumePlatformEvent, { platform: "ios", now: true }, "The operation knows no field now."],
  ])("%s rejects a wrong event with a message and does nothing: %#", async (_name, schema, event, sentence) => {
    const handler = operation(schema, () => undefined, neverDone);

    expect(await handler(event)).toEqual({ rejected: sentence });
  });

  it("returns a message when it cannot be done", async () => {
    const handler = operation(
      resumePlatformEvent,
      () => undefined,
      () => Promise.reject(new OperationRejected("It cannot be.")),
    );

    expect(await handler({ platform: "ios" })).toEqual({ rejected: "It cannot be." });
  });

  it("throws an error without its input when a statement fails, since Lambda logs it", async () => {
    const misread = statement({
      name: "misread",
      effect: "reads",
      sql: ({ email }: Placeholders<{ email: string }>) => sql`SELECT ${email}::int`,
    });
    const read = (_deps: undefined, { email }: { readonly email: string }) => misread(database().db, { email });

    const failure = await operation(
      exportUserEvent,
      () => undefined,
      read,
    )({ email: "ada@example.com" }).catch(inspect);
    expect(failure).toContain("A statement failed: 22P02");
    expect(failure).not.toContain("ada@example.com");
  });

  it("fails the invocation when it fails", async () => {
    const handler = operation(resumePlatformEvent, () => undefined, neverDone);

    await expect(handler({ platform: "ios" })).rejects.toThrow("It was done.");
  });
});
