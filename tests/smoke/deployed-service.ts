import { UsageError } from "../../infra/cli/command-line.ts";
import { readSmokeOptions, SMOKE_USAGE } from "./deployed/options.ts";
import { runSmoke } from "./deployed/run-smoke.ts";

/** `npm run smoke -- --url https://…`: exit code 0 when all passes, 1 when something fails, 2 for a wrong command line. */
try {
  const options = readSmokeOptions(process.argv.slice(2), process.env);
  if (options === undefined) console.log(SMOKE_USAGE);
  else process.exitCode = (await runSmoke(options, (line) => console.log(line))) === 0 ? 0 : 1;
} catch (error) {
  if (!(error instanceof UsageError)) throw error;
  console.error(error.message);
  process.exitCode = 2;
}
