import type { Browser, BrowserContext, BrowserContextOptions, Page } from "playwright-core";

export type WatchedPage = {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Whatever a reader of the browser's console, or of its network, would object to. */
  readonly complaints: string[];
};

/** For a state to come about, on a machine that has much else to do. */
const STATE_MS_MAX = 120_000;

/** A page in a browser profile of its own, all of whose complaints are kept. Pictures may come from another origin. */
export async function openWatchedPage(
  browser: Browser,
  origin: string,
  options: BrowserContextOptions,
  picturesFrom?: string,
): Promise<WatchedPage> {
  const context = await browser.newContext(options);
  const page = await context.newPage();
  page.setDefaultTimeout(STATE_MS_MAX);
  const complaints: string[] = [];

  page.on("console", (message) => {
    // A page checks whether there is a session: without one, the browser reports the response.
    if (message.location().url === `${origin}/api/session/token` && message.text().includes("401")) return;
    if (["error", "warning"].includes(message.type())) complaints.push(`console: ${message.text()}`);
  });
  page.on("pageerror", (error) => complaints.push(`uncaught: ${error.message}`));
  context.on("request", (request) => {
    const { protocol, origin: requested } = new URL(request.url());
    if (protocol === "data:" || requested === origin) return;
    if (requested === picturesFrom && request.resourceType() === "image") return;
    complaints.push(`left the host: ${request.url()}`);
  });
  await page.exposeFunction("complain", (text: string) => void complaints.push(text));
  await page.addInitScript(
    `addEventListener("securitypolicyviolation", (event) =>
       complain("policy: " + event.violatedDirective + " " + event.blockedURI));`,
  );
  return { page, context, complaints };
}

/** Everything that a script of the page could read again later. */
export async function readStorage(page: Page): Promise<unknown> {
  return page.evaluate(
    "({ local: { ...localStorage }, session: { ...sessionStorage }, cookie: document.cookie, name: window.name })",
  );
}
