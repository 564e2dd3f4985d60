import { prod } from "../../../../infra/aws/stages.ts";
import { seededRandom } from "../../../../infra/planning/simulation/random.ts";
import { type Platform, platformFacts, platforms } from "../../../../lib/domain/platform.ts";
import type { Caller } from "../../../support/api.ts";
import { type Figure, waits } from "../figures.ts";
import { appIds } from "../fill.ts";
import { followedFor, HOUR_MS, MINUTE_MS, type Scenario, type Service, withService } from "../scenario.ts";

/** Searches of each store in ten minutes, at times drawn by chance. */
const groups = [
  { who: "one user", users: 1, searchesEach: 30, at: HOUR_MS },
  { who: "five users", users: 5, searchesEach: 10, at: 2 * HOUR_MS },
] as const;
const WITHIN_MS = 10 * MINUTE_MS;
const WAITED_MS = MINUTE_MS;
const SECONDS_MAX = 3;

const HITS = 10;
const KNOWN_APPS = 500;
/** Of three searches one finds apps that nobody has found before. */
const NEW_EVERY = 3;
const NEW_HITS = 2;

type Search = { readonly who: string; readonly platform: Platform; readonly status: number; readonly seconds: number };

/** Different searches beside charts and a sweep. */
export const searches: Scenario = {
  title: "Different searches of each store in ten minutes beside charts and a sweep",
  run: (bench) => {
    const filling = { followed: Math.max(KNOWN_APPS, followedFor(bench.options)), requested: KNOWN_APPS };
    const circumstances = { name: "searches", stage: prod, filling, search: hitsOf };
    return withService(bench, circumstances, async (service) => {
      const made: Search[] = [];
      const random = seededRandom(bench.options.seed);
      for (const group of groups) await planSearches(service, group, random, made);
      await service.runUntil(2 * HOUR_MS + WITHIN_MS + WAITED_MS);
      return groups.flatMap(({ who }) => platforms.flatMap((platform) => figuresOf(made, who, platform)));
    });
  },
};

async function planSearches(
  service: Service,
  { who, users, searchesEach, at }: (typeof groups)[number],
  random: () => number,
  made: Search[],
): Promise<void> {
  for (let user = 0; user < users; user += 1) {
    const caller = await service.createCaller();
    for (let index = 0; index < searchesEach * platforms.length; index += 1) {
      const asked = { who, platform: platforms[index % platforms.length] ?? "ios", term: `${who} ${user} ${index}` };
      service.planAt(at + Math.floor(random() * WITHIN_MS), () => search(service, caller, asked, made));
    }
  }
}

type Asked = { readonly who: string; readonly platform: Platform; readonly term: string };

function search({ api, world }: Service, caller: Caller, { who, platform, term }: Asked, made: Search[]): void {
  const startedAt = world.ms();
  world.start(async () => {
    const query = new URLSearchParams({ term, platform, country_code: "us" });
    const { status } = await api.get(`/apps/search?${query}`, caller);
    made.push({ who, platform, status, seconds: (world.ms() - startedAt) / 1_000 });
  });
}

function figuresOf(made: readonly Search[], who: string, platform: Platform): readonly Figure[] {
  const some = made.filter((one) => one.who === who && one.platform === platform);
  const what = `${platformFacts[platform].storeName}, ${who}`;
  const failed = some.filter(({ status }) => status !== 200);
  return [
    { what: `${what}: searches that are not 200, of ${some.length}`, value: failed.length, unit: "", atMost: 0 },
    ...waits(
      `${what}: response`,
      some.map(({ seconds }) => seconds),
      SECONDS_MAX,
    ),
  ];
}

/** Returns apps of which nearly all are known. */
function hitsOf(platform: Platform, term: string): readonly string[] {
  const number = [...term].reduce((sum, character) => (31 * sum + character.charCodeAt(0)) % 1_000_003, 7);
  const known = platform === "ios" ? appIds.followed(platform, KNOWN_APPS) : appIds.requested(platform, KNOWN_APPS);
  const hits = Array.from({ length: HITS }, (_, index) => known[(number + 37 * index) % KNOWN_APPS] ?? "");
  if (number % NEW_EVERY > 0) return hits;
  return hits.map((hit, index) => (index < HITS - NEW_HITS ? hit : newApp(platform, HITS * number + index)));
}

function newApp(platform: Platform, number: number): string {
  return platform === "ios" ? String(900_000_000 + number) : `example.found.app${number}`;
}
