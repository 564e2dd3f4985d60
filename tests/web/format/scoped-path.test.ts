import { describe, expect, it } from "vitest";
import { withScope } from "../../../web/format/scoped-path.ts";

describe("a link within the dashboard", () => {
  it("keeps the scope of the address, and nothing else of it", () => {
    expect(withScope("/charts", "?country=jp&days=30&page=4&search=rain")).toBe("/charts?country=jp&days=30");
  });

  it("keeps what it names itself, and the rest of the scope", () => {
    expect(withScope("/apps/ios/1/changes?field=price", "?country=jp&vs=period")).toBe(
      "/apps/ios/1/changes?field=price&country=jp&vs=period",
    );
    expect(withScope("/charts?country=de", "?country=jp")).toBe("/charts?country=de");
  });

  it("names the days in one way: those of the link replace all those of the address", () => {
    expect(withScope("/apps/ios/1?days=365", "?from=2026-10-01&to=2026-10-09")).toBe("/apps/ios/1?days=365");
    expect(withScope("/diff?from=2026-10-01", "?days=30&to=2026-10-09")).toBe("/diff?from=2026-10-01");
  });

  it("without a scope keeps its text", () => {
    expect(withScope("/find?term=a%20b", "?page=2")).toBe("/find?term=a%20b");
    expect(withScope("/", "")).toBe("/");
  });

  it("keeps its fragment at the end", () => {
    expect(withScope("/apps#list", "?country=jp")).toBe("/apps?country=jp#list");
  });
});
