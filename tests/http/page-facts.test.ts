import { brotliDecompressSync } from "node:zlib";
import { describe, expect, it } from "vitest";

import { createDashboardPage } from "../../lib/http/dashboard-page.ts";
import { makeStaticFile } from "../../lib/http/make-static-file.ts";
import { withFacts } from "../../lib/http/page-facts.ts";
import { httpApiEvent } from "../support/requests.ts";

const page = makeStaticFile("index.html", Buffer.from("<html><head><title>A</title></head><body></body></html>"));
const pictures = { stored: "https://images.example/", served: "http://127.0.0.1:4711/__pictures/" };

describe("pictures of the dashboard", () => {
  it("open where the page says, whose digest is another one then", () => {
    const named = withFacts(page, { pictures, registration: "open", email: "off", oauth: "off" });

    expect(brotliDecompressSync(Buffer.from(named.br, "base64")).toString()).toContain(
      '<title>A</title><meta name="pictures" content="https://images.example/ http://127.0.0.1:4711/__pictures/" /></head>',
    );
    expect(named.digest).not.toBe(page.digest);
  });

  it("are allowed from that origin, and without it from the stores alone", async () => {
    const policyOf = async (given: typeof pictures | undefined) => {
      const respondToUnknown = async () => ({ statusCode: 404 });
      const options = {
        imageOrigins: [],
        pictures: given,
        registration: "open",
        email: "off",
        oauth: "off",
        respondToUnknown,
      } as const;
      const serve = createDashboardPage({ page, variants: [], assets: {} }, options);
      const { headers } = await serve(httpApiEvent({ method: "GET", path: "/dashboard" }));
      return String(headers?.["content-security-policy"]);
    };

    expect(await policyOf(pictures)).toContain("googleusercontent.com http://127.0.0.1:4711;");
    expect(await policyOf(undefined)).toContain("googleusercontent.com;");
  });
});

describe("the registration of a deployment", () => {
  it("is named by the page where it is closed, and the page is as it was built where it is open", () => {
    const closed = withFacts(page, { pictures: undefined, registration: "closed", email: "off", oauth: "off" });

    expect(brotliDecompressSync(Buffer.from(closed.br, "base64")).toString()).toContain(
      '<title>A</title><meta name="registration" content="closed" /></head>',
    );
    expect(withFacts(page, { pictures: undefined, registration: "open", email: "off", oauth: "off" })).toBe(page);
  });
});

describe("the mail of a deployment", () => {
  it("is named by the page where there is any", () => {
    const mailing = withFacts(page, { pictures: undefined, registration: "open", email: "on", oauth: "off" });

    expect(brotliDecompressSync(Buffer.from(mailing.br, "base64")).toString()).toContain(
      '<title>A</title><meta name="email" content="on" /></head>',
    );
  });
});
