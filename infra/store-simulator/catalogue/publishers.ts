import type { Platform } from "../../../lib/domain/platform.ts";

import { drawsFrom } from "./random.ts";
import type { CataloguePublisher } from "./records.ts";
import { nameEnds, nameStarts, publisherPatterns } from "./words.ts";

const WITHOUT_SELLER_SHARE = 0.04;

export function buildPublishers(input: {
  readonly seed: number;
  readonly platform: Platform;
  readonly count: number;
}): readonly CataloguePublisher[] {
  const names = new Set<string>();
  return Array.from({ length: input.count }, (_, index) => buildPublisher({ ...input, index, names }));
}

function buildPublisher(input: {
  readonly seed: number;
  readonly platform: Platform;
  readonly index: number;
  readonly names: Set<string>;
}): CataloguePublisher {
  const { platform, index } = input;
  const draws = drawsFrom(`${input.seed}:${platform}:publisher:${index}`);
  const pattern = publisherPatterns[index % publisherPatterns.length] ?? "{a}";
  const [a, b] = ["a", "b"].map((key) => draws.pick(`${key}1`, nameStarts) + draws.pick(`${key}2`, nameEnds));
  const drawn = pattern.replace("{a}", a ?? "").replace("{b}", b ?? "");
  const name = input.names.has(drawn) ? `${drawn} ${index}` : drawn;
  input.names.add(name);

  const appleId = String(300_000_000 + index * 104_729 + draws.int("artist", 0, 104_728));
  const tail = draws.int("tail", 10 ** 11, 10 ** 12 - 1);
  const googleId = `${draws.int("account", 4, 9)}${String(index).padStart(6, "0")}${tail}`;
  return {
    platform,
    externalId: { ios: appleId, android: canonicalName(name) }[platform],
    name,
    website: `https://publisher-${index}.example/${platform}`,
    accountId: { ios: appleId, android: googleId }[platform],
    isBranded: draws.chance("branded", 0.4),
    hasSeller: !draws.chance("without seller", WITHOUT_SELLER_SHARE),
  };
}

function canonicalName(name: string): string {
  return name.replace(/[+%/?#\\]/g, encodeURIComponent).replaceAll(" ", "+");
}
