import { describe, expect, it } from "vitest";

import { createSlots } from "../../scrapers/http/slots.ts";

const neverAborted = new AbortController().signal;

describe("slots", () => {
  it("lets no more work run at once than there are slots, and all of it run in the end", async () => {
    const inSlot = createSlots(3);
    let running = 0;
    let most = 0;
    const work = async () => {
      running += 1;
      most = Math.max(most, running);
      await new Promise((resolve) => setTimeout(resolve, 1));
      running -= 1;
    };

    await Promise.all(Array.from({ length: 20 }, () => inSlot(neverAborted, work)));

    expect(most).toBe(3);
  });

  it("gives the slot on when work fails", async () => {
    const inSlot = createSlots(1);

    await expect(inSlot(neverAborted, () => Promise.reject(new Error("broken")))).rejects.toThrow("broken");
    expect(await inSlot(neverAborted, async () => "next")).toBe("next");
  });

  it("gives up waiting when the time is over, and loses no slot by it", async () => {
    const inSlot = createSlots(1);
    const first = Promise.withResolvers<void>();
    const running = inSlot(neverAborted, () => first.promise);
    const controller = new AbortController();
    const waiting = inSlot(controller.signal, async () => "never");
    const later = inSlot(neverAborted, async () => "later");

    controller.abort(new Error("over"));
    await expect(waiting).rejects.toThrow("over");
    first.resolve();

    await running;
    expect(await later).toBe("later");
  });

  it("loses no slot to one that gives up as its turn comes", async () => {
    const inSlot = createSlots(1);
    const first = Promise.withResolvers<void>();
    const running = inSlot(neverAborted, () => first.promise);
    const controller = new AbortController();
    const waiting = inSlot(controller.signal, async () => "maybe").catch(() => "gave up");

    first.resolve();
    await running;
    controller.abort(new Error("over"));

    await waiting;
    expect(await inSlot(neverAborted, async () => "next")).toBe("next");
  });
});
