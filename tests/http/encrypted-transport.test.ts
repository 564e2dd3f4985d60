import { describe, expect, it } from "vitest";

import { handler as listCountries } from "../../functions/countries/list-countries.ts";
import { handler as showDocumentation } from "../../functions/documentation/show-page.ts";
import { dashboardRoutes } from "../../functions/endpoints.ts";
import { handler as respondToUnknown } from "../../functions/fallback/respond-to-unknown-route.ts";
import { page } from "../../functions/web/page-assets.ts";
import { createDashboardPage } from "../../lib/http/dashboard-page.ts";
import { createFallback } from "../../lib/http/fallback.ts";
import { createApi } from "../support/api.ts";
import { useDatabase } from "../support/database.ts";
import { httpApiEvent, lambdaContext } from "../support/requests.ts";

const database = useDatabase();

const showDashboard = createDashboardPage(page, {
  imageOrigins: [],
  pictures: undefined,
  registration: "open",
  email: "off",
  oauth: "off",
  respondToUnknown: createFallback(dashboardRoutes),
});

type Event = ReturnType<typeof httpApiEvent>;

const responses = [
  {
    what: "an endpoint",
    path: "/api/v1/countries",
    respond: (event: Event) => listCountries.using(() => createApi(database().db).deps)(event, lambdaContext),
  },
  { what: "an unknown address", path: "/nothing", respond: respondToUnknown },
  { what: "the way to the dashboard", path: "/", respond: createFallback(dashboardRoutes) },
  { what: "the dashboard", path: "/dashboard", respond: showDashboard },
  { what: "the documentation", path: "/api/documentation", respond: showDocumentation },
];

describe.each(responses)("the response of $what", ({ path, respond }) => {
  const headersOver = async (scheme: string) => {
    const headers = { "x-forwarded-proto": scheme };
    return (await respond(httpApiEvent({ method: "GET", path, headers }))).headers;
  };

  it("tells browsers to open the host by HTTPS alone for two years, and no host below it", async () => {
    expect(await headersOver("https")).toMatchObject({ "strict-transport-security": "max-age=63072000" });
  });

  it("tells them nothing over HTTP, as on the local host", async () => {
    expect(await headersOver("http")).not.toHaveProperty("strict-transport-security");
  });
});
