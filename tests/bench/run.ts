import { globSync } from "node:fs";
import { basename } from "node:path";

/** `npm run bench -- <name>`: one file a bench, which prints what it measures. */
const names = globSync("*.ts", { cwd: import.meta.dirname })
  .map((file) => basename(file, ".ts"))
  .filter((name) => name !== "run")
  .toSorted();

const [name = ""] = process.argv.slice(2);
if (names.includes(name)) await import(`./${name}.ts`);
else {
  console.error(`npm run bench -- <name>, one of: ${names.join(", ")}`);
  process.exitCode = 1;
}
