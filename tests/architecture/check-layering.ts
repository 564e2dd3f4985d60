import { spawnSync } from "node:child_process";
import { globSync } from "node:fs";
import { join } from "node:path";

/** Runs dependency-cruiser over the service, and fails when it sees fewer modules than there are: it would pass blind. */
const root = join(import.meta.dirname, "..", "..");
const folders = ["functions", "lib", "db", "scrapers", "infra", "web", "tests"];
const exists = globSync(`{${folders.join(",")}}/**/*.{ts,tsx}`, { cwd: root }).length;

const outcome = spawnSync("depcruise", [...folders, "--config", ".dependency-cruiser.cjs", "--output-type", "json"], {
  cwd: root,
  encoding: "utf8",
  maxBuffer: 64 * 1024 * 1024,
  shell: process.platform === "win32",
});
if (!outcome.stdout) {
  console.error(`dependency-cruiser did not run: ${outcome.error?.message ?? outcome.stderr}`);
  process.exit(1);
}

type Report = {
  readonly modules: readonly { readonly source: string }[];
  readonly summary: {
    readonly violations: readonly {
      readonly from: string;
      readonly to: string;
      readonly rule: { readonly name: string };
    }[];
  };
};
const report: Report = JSON.parse(outcome.stdout);
const seen = report.modules.filter(({ source }) => folders.some((folder) => source.startsWith(`${folder}/`))).length;

for (const { rule, from, to } of report.summary.violations) console.error(`${rule.name}: ${from} → ${to}`);
if (seen < exists) console.error(`dependency-cruiser saw ${seen} of ${exists} modules: is @swc/core installed?`);
if (report.summary.violations.length > 0 || seen < exists) process.exit(1);
console.log(`Layering holds over ${seen} modules.`);
