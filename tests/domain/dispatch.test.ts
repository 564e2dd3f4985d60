import { describe, expect, it } from "vitest";

import {
  type BucketState,
  busySeconds,
  busySecondsOf,
  DISPATCH_AHEAD_SECONDS,
  planDispatch,
  secondsToEnd,
  type WaitingWork,
} from "../../lib/domain/dispatch.ts";
import { usersBucket } from "../../lib/domain/request-purpose.ts";
import { equalStores } from "../support/store-settings.ts";

/** A token every two seconds on each host, and at most 30 requests in a minute. */
const settings = equalStores({ perMinute: 30, capacity: 60, mostInAMinute: 30 });

const play = "play.google.com";
const pages = (requests: number) => ({ play_page: requests });

type Named = WaitingWork & { readonly name: string };

/** A batch of ten pages for which a user waits, the last one of its run, unless something else is said. */
function work(name: string, { costs = pages(10), ...changed }: Partial<WaitingWork> = {}): Named {
  return { name, purpose: "requested", costs, costsLeft: costs, readySeconds: 0, isSent: false, ...changed };
}

function bucket(name: string, changed: Partial<BucketState> = {}): BucketState {
  const empty = { tokens: 0, rate: 0.5, blockedSeconds: 0, isLimited: false, grantedSecondsAgo: [] };
  return { bucket: name, ...empty, ...changed };
}

/** Returns the names of what is sent, each with its delay in seconds. */
function plan(
  line: readonly Named[],
  states: readonly BucketState[],
  changed: Partial<Parameters<typeof planDispatch>[1]> = {},
) {
  const { sent } = planDispatch(line, { settings, states, reserved: {}, ...changed });
  return sent.map((one) => [one.work.name, one.delaySeconds] as const);
}

const namesOf = (sent: ReturnType<typeof plan>) => sent.map(([name]) => name);

/** The seconds after which the first of the line is sent. */
const firstDelay = (...planned: Parameters<typeof plan>) => plan(...planned)[0]?.[1];

describe("what is sent of a line", () => {
  it("is what finds its tokens soon, each with the delay after which those before it have left some", () => {
    const line = ["a", "b", "c", "d"].map((name) => work(name));
    expect(plan(line, [bucket(play, { tokens: 17 })])).toEqual([
      ["a", 0],
      ["b", 10],
    ]);
  });

  it("comes before what is behind it in the line, however small that is", () => {
    const large = Array.from({ length: 4 }, (_, index) => work(`large ${index}`));
    const small = work("small", { costs: pages(1) });
    expect(namesOf(plan([...large, small], [bucket(play, { tokens: 12 })]))).not.toContain("small");
    expect(namesOf(plan([small, ...large], [bucket(play, { tokens: 12 })]))[0]).toBe("small");
  });

  it("leaves a run that a user waits for all the tokens that it still needs", () => {
    const whole = work("whole", { costsLeft: pages(20) });
    const states = [bucket(play, { tokens: 22 })];
    expect(plan([whole, work("next")], states)).toEqual([
      ["whole", 0],
      ["next", 20],
    ]);
    expect(plan([whole, work("next"), work("last")], states)).toHaveLength(2);
  });

  it("leaves a first read its next batch alone, since others go before the rest of its run", () => {
    const look = work("look", { purpose: "first_read", costs: pages(1), costsLeft: pages(60) });
    expect(plan([look, work("next")], [bucket(play, { tokens: 12 })])).toEqual([
      ["look", 0],
      ["next", 2],
    ]);
  });

  it("counts what is under way, and does not send it again", () => {
    const line = [work("under way", { isSent: true }), work("next")];
    expect(plan(line, [bucket(play, { tokens: 12 })])).toEqual([["next", 20]]);
    const late = work("sent for the last second", { isSent: true, readySeconds: DISPATCH_AHEAD_SECONDS + 1 });
    expect(plan([late, work("next")], [bucket(play, { tokens: 12 })])).toEqual([["next", 20]]);
  });

  it("is not delayed by what waits for another host", () => {
    const line = [work("pages"), work("lookups", { costs: { itunes_lookup: 10 } })];
    expect(plan(line, [bucket(play, { tokens: 2 }), bucket("itunes.apple.com", { tokens: 12 })])).toEqual([
      ["pages", 20],
      ["lookups", 0],
    ]);
  });

  it("is delayed by the bucket that takes longest", () => {
    const item = work("item", { costs: { itunes_lookup: 10, apps_page: 10 } });
    const states = [bucket("itunes.apple.com", { tokens: 12 }), bucket("apps.apple.com", { tokens: 2 })];
    expect(plan([item], states)).toEqual([["item", 20]]);
  });

  it("needs nothing where a host has no limit, and is sent at once without costs", () => {
    const unlimited = equalStores({ perMinute: "unlimited", capacity: 60 });
    const line = Array.from({ length: 30 }, (_, index) => work(String(index)));
    expect(plan(line, [], { settings: unlimited }).map(([, delay]) => delay)).toEqual(line.map(() => 0));
    expect(plan([work("finalize", { costs: {}, purpose: "page" })], [bucket(play)])).toEqual([["finalize", 0]]);
  });

  it("takes a bucket for full that nobody has used yet", () => {
    // Users get at most 20 requests in ten seconds, however many are saved up.
    expect(plan([work("a"), work("b"), work("c")], [])).toEqual([
      ["a", 0],
      ["b", 0],
      ["c", 11],
    ]);
  });
});

describe("the windows of a host", () => {
  const full = { tokens: 60 };

  it("let 20 requests through in ten seconds that users wait for", () => {
    const burst = (secondsAgo: number) => Array.from({ length: 15 }, () => secondsAgo);
    expect(firstDelay([work("a")], [bucket(play, { ...full, grantedSecondsAgo: burst(4) })])).toBe(7);
    expect(firstDelay([work("a")], [bucket(play, { ...full, grantedSecondsAgo: burst(12) })])).toBe(0);
  });

  it("let as many scheduled requests through in a minute as the host allows, less two for charts", () => {
    const grantedSecondsAgo = Array.from({ length: 25 }, () => 50);
    const scheduled = work("scheduled", { purpose: "page" });
    expect(firstDelay([scheduled], [bucket(play, { ...full, grantedSecondsAgo })])).toBe(11);
    expect(firstDelay([work("awaited")], [bucket(play, { ...full, grantedSecondsAgo })])).toBe(0);
  });

  it("count what those before it in the line take", () => {
    const line = ["a", "b", "c", "d"].map((name) => work(name, { purpose: "page" }));
    expect(plan(line, [bucket(play, full)])).toEqual([
      ["a", 0],
      ["b", 0],
    ]);
  });
});

describe("the rate of a class", () => {
  const adaptive = {
    ...settings,
    classes: { ...settings.classes, play_page: { startPerMinute: 6, capPerMinute: 30, adaptive: true } },
  };
  const slow = (changed: Partial<BucketState>) => [
    bucket(play, { tokens: 60 }),
    bucket("play_page", { rate: 0.1, ...changed }),
  ];

  it("binds what a user waits for only once the store has limited the class", () => {
    expect(firstDelay([work("a")], slow({}), { settings: adaptive })).toBe(0);
    expect(firstDelay([work("a")], slow({ isLimited: true }), { settings: adaptive })).toBe(120);
    expect(firstDelay([work("a", { purpose: "page" })], slow({}), { settings: adaptive })).toBe(200);
  });

  it("holds scheduled requests to its minute", () => {
    const states = slow({ tokens: 60, grantedSecondsAgo: [30, 20, 10, 5, 4, 3] });
    expect(firstDelay([work("a", { purpose: "page", costs: pages(1) })], states, { settings: adaptive })).toBe(31);
  });
});

describe("a class that is blocked", () => {
  const states = (blockedSeconds: number) => [
    bucket(play, { tokens: 60 }),
    bucket("play_page", { tokens: 60, blockedSeconds }),
  ];

  it("delays what needs it until the block ends, and takes no tokens from what does not", () => {
    const charts = work("charts", { costs: { play_batch: 10 } });
    const line = [work("a"), work("b"), work("c"), charts];
    expect(plan(line, states(600))).toEqual([["charts", 0]]);
    expect(plan([work("a")], states(50))).toEqual([["a", 50]]);
  });

  it("has one message sent for when the block ends, or as late as a queue delays it", () => {
    expect(plan([work("a"), work("b")], states(600))).toEqual([["a", 600]]);
    expect(plan([work("a"), work("b")], states(100_000))).toEqual([["a", 899]]);
  });
});

describe("what is ready later", () => {
  it("is sent for then when that is soon, and takes no tokens from others when it is not", () => {
    const soon = work("soon", { readySeconds: 20 });
    const later = work("later", { readySeconds: DISPATCH_AHEAD_SECONDS + 2 });
    expect(plan([later, soon, work("now")], [bucket(play, { tokens: 60 })])).toEqual([
      ["soon", 20],
      ["now", 0],
    ]);
  });
});

describe("the last message of a platform", () => {
  const late = bucket(play, { tokens: -60 });
  const sooner = work("sooner", { costs: { itunes_lookup: 1 }, readySeconds: 90 });

  it("is that of the work which is granted first, where nothing is granted soon and none is under way", () => {
    expect(plan([work("a"), work("b"), sooner], [late])).toEqual([["sooner", 90]]);
    expect(plan([work("a"), work("b")], [late])).toEqual([["a", 144]]);
  });

  it("is not followed by another while it is under way, whatever waits", () => {
    const line = [
      work("a", { isSent: true, readySeconds: 144 }),
      ...Array.from({ length: 50 }, (_, index) => work(`${index}`)),
    ];
    expect(plan(line, [late])).toEqual([]);
  });

  it("does not keep what is granted long before it", () => {
    const scheduled = work("scheduled", { isSent: true, readySeconds: 480, purpose: "page" });
    expect(
      plan([work("look", { purpose: "first_read", costs: pages(1) }), scheduled], [bucket(play, { tokens: -14 })]),
    ).toEqual([["look", 30]]);
  });

  it("is sent for work that the schedules leave no tokens, too", () => {
    const reserved = { "play.google.com": 0.6 };
    expect(plan([work("a", { purpose: "page" })], [late], { reserved })).toEqual([["a", 899]]);
  });
});

describe("scheduled work", () => {
  it("gets what charts and the sweep leave of the host's rate", () => {
    const reserved = { "play.google.com": 0.25 };
    const states = [bucket(play, { tokens: 10 })];
    const scheduled = work("scheduled", { purpose: "page" });
    expect(firstDelay([scheduled], states)).toBe(20);
    expect(firstDelay([scheduled], states, { reserved })).toBe(40);
    expect(firstDelay([work("awaited")], states, { reserved })).toBe(4);
  });
});

describe("the users' share of a day", () => {
  const share = (tokens: number) => bucket(usersBucket(play), { tokens, rate: 0 });
  const some = bucket(play, { tokens: 16 });

  it("lets what users wait for go first while it lasts, and behind the schedules afterwards", () => {
    expect(firstDelay([work("a")], [some, share(10)])).toBe(0);
    expect(firstDelay([work("a")], [some, share(9)])).toBe(8);
    expect(firstDelay([work("look", { purpose: "first_read", costs: pages(1) })], [some, share(0)])).toBe(8);
  });

  it("is used up by those before it in the line", () => {
    const rich = bucket(play, { tokens: 26 });
    expect(plan([work("a"), work("b")], [rich, share(15)])).toEqual([
      ["a", 0],
      ["b", 8],
    ]);
  });
});

describe("the seconds for which users keep a host busy", () => {
  const busyFor = (
    line: readonly WaitingWork[],
    states: readonly BucketState[],
    purpose: "chart" | "sweep" = "sweep",
  ) => busySeconds(line, { settings, states }, purpose);

  it("are those until the requests of all of them have been granted, and one of this purpose besides", () => {
    const line = [work("a", { costsLeft: pages(40) }), work("b", { costsLeft: pages(20) })];
    const states = [bucket(play, { tokens: 30 })];
    // 60 requests, and 16 tokens for a sweep or 14 for a chart.
    expect(busyFor(line, states).get(play)).toBe((16 + 60 - 30) / 0.5);
    expect(busyFor(line, states, "chart").get(play)).toBe((14 + 60 - 30) / 0.5);
  });

  it("are those until one of this purpose finds its tokens and room in a minute where no user waits", () => {
    expect(busyFor([], [bucket(play, { tokens: 10 })]).get(play)).toBe((16 - 10) / 0.5);
    const grantedSecondsAgo = Array.from({ length: 26 }, () => 50);
    const busy = [bucket(play, { tokens: 60, grantedSecondsAgo })];
    expect(busyFor([], busy).get(play)).toBe(60 - 50 + 1);
    expect(busyFor([], busy, "chart").get(play)).toBe(0);
  });

  it("count what users are granted until then in that minute", () => {
    const grantedSecondsAgo = Array.from({ length: 20 }, () => 20);
    const states = [bucket(play, { tokens: 60, grantedSecondsAgo })];
    expect(busyFor([work("a")], states).get(play)).toBe(60 - 20 + 1);
  });

  it("are none for scheduled runs, for what is ready later, and on hosts without a limit", () => {
    const states = [bucket(play, { tokens: 60 })];
    expect(busyFor([work("a", { purpose: "page", costsLeft: pages(100) })], states).get(play)).toBe(0);
    expect(busyFor([work("a", { readySeconds: 600, costsLeft: pages(100) })], states).get(play)).toBe(0);
    const unlimited = equalStores({ perMinute: "unlimited", capacity: 60 });
    expect(busySeconds([work("a")], { settings: unlimited, states: [] }, "sweep").size).toBe(0);
  });

  it("are bound by what is left of the users' share", () => {
    const line = [work("a", { costsLeft: pages(500) })];
    const states = [bucket(play, { tokens: 16 }), bucket(usersBucket(play), { tokens: 20 })];
    expect(busyFor(line, states).get(play)).toBe(40);
  });

  it("are those of the host that is busy for longest, of those that a request needs", () => {
    const line = [work("a", { costs: { itunes_lookup: 10 } }), work("b")];
    const busy = busyFor(line, [bucket(play), bucket("itunes.apple.com", { tokens: 16 })]);
    expect(busySecondsOf(busy, ["itunes_lookup"])).toBe(20);
    expect(busySecondsOf(busy, ["itunes_rss", "play_batch"])).toBe(52);
    expect(busySecondsOf(busy, ["apps_page"])).toBe(0);
  });
});

describe("the seconds until a run has read everything", () => {
  it("are those until the hosts have borne what it and those before it request", () => {
    const line = [work("before", { costsLeft: pages(20) }), work("run", { costsLeft: pages(50) })];
    const states = [bucket(play, { tokens: 12 }), bucket("itunes.apple.com", { tokens: 2 })];
    expect(secondsToEnd(line, { settings, states })).toBe(140);
    const shard = work("shard", { costsLeft: { itunes_lookup: 111 } });
    expect(secondsToEnd([...line, shard], { settings, states })).toBe(242);
  });

  it("are not known while a host is blocked", () => {
    const states = [bucket(play, { blockedSeconds: 30 })];
    expect(secondsToEnd([work("run")], { settings, states })).toBe(Number.POSITIVE_INFINITY);
  });
});
