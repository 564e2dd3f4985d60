import type { DashboardPage } from "../../lib/http/dashboard-page.ts";
import { makeHashedFile, makeStaticFile } from "../../lib/http/make-static-file.ts";
import { buildDashboard } from "../../web/build/build-dashboard.ts";

const built = await buildDashboard();

/** The dashboard, built when this module is loaded. A bundle contains the value of `page` instead of this module. */
export const page: DashboardPage = {
  page: makeStaticFile("index.html", Buffer.from(built.html)),
  assets: Object.fromEntries([...built.files].map(([name, content]) => [name, makeHashedFile(name, content)])),
};

/** Files of the repository from which it was made. */
export const inputs = built.inputs;
