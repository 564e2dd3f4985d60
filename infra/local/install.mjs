// Installs what package-lock.json names when node_modules does not hold it yet. Needs nothing but Node and npm, so it
// runs before everything else.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = join(dirname(fileURLToPath(import.meta.url)), "..", "..");
const stamp = join(root, "node_modules", ".shelfwatch-lock");

const wanted = createHash("sha256")
  .update(readFileSync(join(root, "package-lock.json")))
  .digest("hex");

if (installed() !== wanted) {
  console.log("Installing packages (npm ci), about a minute the first time …");
  const outcome = spawnSync("npm", ["ci"], { cwd: root, stdio: "inherit", shell: process.platform === "win32" });
  if (outcome.status !== 0) {
    console.error("npm ci failed: check that the package registry can be reached, then run the command again.");
    process.exit(1);
  }
  writeFileSync(stamp, wanted);
}

// npm scripts run under the Node that the packages bring, where there is one for this machine.
const bringsNode = ["node", "node.exe", "node.cmd"].some((name) =>
  existsSync(join(root, "node_modules", ".bin", name)),
);
if (!bringsNode && Number.parseInt(process.versions.node, 10) < 24) {
  console.error(
    `Shelfwatch needs Node 24 or newer; this is ${process.versions.node}. Install it and run the command again.`,
  );
  process.exit(1);
}

function installed() {
  try {
    return readFileSync(stamp, "utf8");
  } catch {
    return undefined;
  }
}
