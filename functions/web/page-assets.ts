import type { DashboardPage } from "../../lib/http/dashboard-page.ts";
import { makeHashedFile, makeStaticFile } from "../../lib/http/make-static-file.ts";
import { buildDashboard } from "../../web/build/build-dashboard.ts";

const built = await buildDashboard();

/** Loading this module builds the dashboard. A bundle contains the value of `page` instead. */
export const page: DashboardPage = {
  page: makeStaticFile("index.html", Buffer.from(built.html)),
  variants: built.variants.map(({ path, html }) => ({ path, page: makeStaticFile("index.html", Buffer.from(html)) })),
  assets: Object.fromEntries([...built.files].map(([name, content]) => [name, makeHashedFile(name, content)])),
};

export const inputs = built.inputs;
