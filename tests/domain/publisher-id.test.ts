import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { decodePath } from "../../infra/local/host/http-api.ts";
import { createRouteTable } from "../../infra/local/host/route-table.ts";
import { isPublisherId, PUBLISHER_ID_LENGTH_MAX } from "../../lib/domain/publisher.ts";
import { API_PREFIX } from "../../lib/http/contract.ts";
import { publisherParams } from "../../lib/http/publisher-parameters.ts";
import { parseParams } from "../../lib/parse-input.ts";
import { scraperUrl } from "../../lib/stores/signed-transport.ts";
import { routes } from "../../scrapers/android/routes.ts";
import { publisherId, publisherName } from "../../scrapers/android/store/publisher-id.ts";
import { developerIdSchema } from "../../scrapers/contracts/android.ts";
import { matchRoute } from "../../scrapers/http/route.ts";

const SEED = 20_261_121;

const gateway = createRouteTable(
  ["", "/store-apps"].map((rest) => ({
    routeKey: `GET ${API_PREFIX}/publishers/{platform}/{external_id}${rest}`,
    functionArn: "arn",
    timeoutMs: 1_000,
    isPermitted: true,
  })),
);

/** The id that an endpoint is given when a client requests this path: the client's URL, the gateway, the edge. */
function idThatArrives(segment: string, rest = ""): string {
  const { pathname } = new URL(`${API_PREFIX}/publishers/android/${segment}${rest}`, "https://api.example");
  const match = gateway("GET", decodePath(pathname) ?? "");
  return parseParams(publisherParams(), match?.pathParameters).external_id;
}

/** The id that the Android scraper reads when the connector is given `id`. */
function idThatTheScraperReads(id: string): string {
  const url = scraperUrl("https://scraper.example/", {
    operation: "fetchPublisherApps",
    segments: ["developers", id, "apps"],
    query: {},
  });
  const { parameters } = matchRoute(routes, url.pathname);
  return developerIdSchema().parse(parameters.developerId);
}

const nasty = fc.constantFrom(
  ..."+%/?#\\ .,'\"&=;:@!*()[]{}<>|^`~$-_",
  "%2F",
  "%",
  "++",
  "\u3000",
  "\t",
  "é",
  "株",
  "🪁",
);
const storeName = fc
  .oneof(
    fc.array(nasty, { minLength: 1, maxLength: 12 }).map((parts) => parts.join("")),
    fc.string({ unit: "grapheme", minLength: 1, maxLength: 60 }),
    fc.tuple(fc.string({ maxLength: 8 }), nasty, fc.string({ maxLength: 8 })).map((parts) => parts.join("")),
  )
  .filter((name) => name.isWellFormed() && !name.includes("\0"))
  // Nothing has an address under these.
  .filter((name) => name.trim() !== "" && name !== "." && name !== "..")
  .filter((name) => publisherId(name).length <= PUBLISHER_ID_LENGTH_MAX);

describe("the id of an Android publisher", () => {
  it("is the name with spaces as + and reserved characters percent-encoded", () => {
    expect(publisherId("C++ Apps")).toBe("C%2B%2B+Apps");
    expect(publisherId("AC/DC Inc.")).toBe("AC%2FDC+Inc.");
    expect(publisherId("100% #1 a\\b?, O'Neil & Söhne 株式会社")).toBe("100%25+%231+a%5Cb%3F,+O'Neil+&+Söhne+株式会社");
  });

  it("survives a client's encoding and the gateway's decoding, whatever the name", () => {
    fc.assert(
      fc.property(storeName, (name) => {
        const id = publisherId(name);
        expect(isPublisherId("android", id)).toBe(true);
        expect(idThatArrives(encodeURIComponent(id))).toBe(id);
        expect(idThatArrives(encodeURIComponent(id), "/store-apps")).toBe(id);
      }),
      { seed: SEED, numRuns: 2_000 },
    );
  });

  it("reaches the scraper unchanged, which requests exactly that name", () => {
    fc.assert(
      fc.property(storeName, (name) => {
        const id = publisherId(name);
        expect(idThatTheScraperReads(id)).toBe(id);
        expect(publisherName(id)).toBe(name);
      }),
      { seed: SEED, numRuns: 2_000 },
    );
  });

  it("may be sent with the spaces of the name", () => {
    expect(idThatArrives("Paper%20Kite%20Studio")).toBe("Paper+Kite+Studio");
    expect(idThatArrives("Paper+Kite%2BStudio")).toBe("Paper+Kite+Studio");
    expect(idThatArrives("%20Kite%20")).toBe("+Kite+");
  });

  it("arrives with its reserved characters decoded when a client copies it into the path", () => {
    expect(idThatArrives(publisherId("C++ Apps"))).toBe("C+++Apps");
    expect(idThatArrives(publisherId("100% #1 a\\b"))).toBe("100%+#1+a\\b");
  });

  it("is invalid when it is blank, a dot segment or too long", () => {
    const none = ["", "\u3000", "\t", ".", "..", "a".repeat(PUBLISHER_ID_LENGTH_MAX + 1)];

    expect(none.filter((id) => isPublisherId("android", id))).toEqual([]);
    expect(isPublisherId("android", "a".repeat(PUBLISHER_ID_LENGTH_MAX))).toBe(true);
    expect(isPublisherId("android", "...")).toBe(true);
  });
});

describe("the id of an iOS publisher", () => {
  it("is the numeric id of the artist", () => {
    expect(["284910", "1"].every((id) => isPublisherId("ios", id))).toBe(true);
    expect(["", "Kite", "-1", "1e5", " 1", "٣", "1".repeat(20)].filter((id) => isPublisherId("ios", id))).toEqual([]);
  });
});
