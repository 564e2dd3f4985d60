/** `npm run support` prints how long AWS supports the deployed versions. It exits with 1 if an update is due soon. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { API_PREFIX, endpoints } from "../../functions/endpoints.ts";
import { synthesise } from "../templates/synthesise.ts";
import { withoutCode } from "./bundle/function-code.ts";
import { addService } from "./service.ts";
import { deployedStages } from "./stages.ts";
import { findEnding, readSupported, supportDates } from "./support-dates.ts";

const folder = mkdtempSync(join(tmpdir(), "shelfwatch-support-"));
try {
  const templates = Object.values(deployedStages).flatMap((stage) =>
    Object.values(
      synthesise(join(folder, stage.name), (app) => {
        addService(app, { deployment: { stage, code: withoutCode }, endpoints, pathPrefix: API_PREFIX });
      }),
    ),
  );
  const used = readSupported(templates);
  for (const name of used) process.stdout.write(`${name}: until ${supportDates[name]?.until ?? "?"}\n`);
  const ending = findEnding(used, new Date());
  for (const sentence of ending) process.stderr.write(`${sentence}\n`);
  process.exitCode = ending.length > 0 ? 1 : 0;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
