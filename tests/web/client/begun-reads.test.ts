import { describe, expect, it } from "vitest";

import { createBegunReads } from "../../../web/client/begun-reads.ts";

const NOW = 1_000;

function begin() {
  const { promise, resolve, reject } = Promise.withResolvers<never>();
  const reads = createBegunReads({ send: () => promise, now: () => NOW });
  reads.begin("listTags", {});
  const kept: unknown[][] = [];
  const keeping = reads.keep((...one) => void kept.push(one));
  // The body of a response is any value here.
  return { reads, kept, keeping, respond: (body: string) => resolve(body as never), reject };
}

describe("a read that is begun before its screen", () => {
  it("is kept with the time at which it was sent", async () => {
    const { kept, keeping, respond } = begin();

    respond("tags");
    await keeping;

    expect(kept).toEqual([[["listTags", {}], "tags", NOW]]);
  });

  it("is taken by a screen once, and kept no more", async () => {
    const { reads, kept, keeping, respond } = begin();

    const taken = reads.take("listTags", {});
    respond("tags");
    await keeping;

    expect(await taken).toBe("tags");
    expect(reads.take("listTags", {})).toBeUndefined();
    expect(kept).toEqual([]);
  });

  it("is kept for no other session", async () => {
    const { reads, kept, keeping, respond } = begin();

    reads.drop();
    respond("tags");
    await keeping;

    expect(kept).toEqual([]);
  });

  it("is left to the screen if it fails", async () => {
    const { reads, kept, keeping, reject } = begin();

    reject(new Error("no response"));
    await keeping;

    expect(kept).toEqual([]);
    expect(reads.take("listTags", {})).toBeUndefined();
  });
});
