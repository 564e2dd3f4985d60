import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import * as z from "zod";

import { type Placeholders, statement } from "../../db/statement.ts";
import { consume } from "../../lib/queues/consumer.ts";
import { useDatabase } from "../support/database.ts";
import { sqsRecord } from "../support/faults/memory-queue.ts";

const database = useDatabase();

describe("a message that fails", () => {
  it("is logged with the failed statement and without its parameters, which may be a batch of listings", async () => {
    const lines: unknown[] = [];
    const ignore = () => {};
    const log = {
      debug: ignore,
      info: ignore,
      warn: ignore,
      error: (event: string, fields: object) => lines.push({ event, ...fields }),
    };
    const toNumber = statement({
      name: "to_number",
      effect: "reads",
      sql: ({ text }: Placeholders<{ text: string }>) => sql`SELECT ${text}::int`,
    });
    const store = async (text: string) => void (await toNumber(database().db, { text }));
    const handler = consume(z.string(), store, () => log);
    const records = [sqsRecord(JSON.stringify("a text of a listing"), "message-1")];

    const response = await handler({ Records: records }, { getRemainingTimeInMillis: () => 90_000 });

    expect(response).toEqual({ batchItemFailures: [{ itemIdentifier: "message-1" }] });
    expect(lines).toEqual([expect.objectContaining({ event: "queue.message.failed", code: "22P02" })]);
    expect(lines).toEqual([expect.objectContaining({ messageId: "message-1", query: "SELECT $1::int" })]);
    expect(JSON.stringify(lines)).not.toContain("a text of a listing");
  });
});
