// Runs a program of this repository or of its packages, after installing the packages. With --installed, as for the
// CDK, it rejects missing packages instead. Node 20 can load it.
import { spawn } from "node:child_process";
import module from "node:module";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

import { InstallError, install, requireInstalled } from "./install.mjs";

const LOOPBACK = ["127.0.0.1", "localhost", "::1"];
const PROXY_NAMES = ["HTTP_PROXY", "http_proxy", "HTTPS_PROXY", "https_proxy"];

const root = join(dirname(fileURLToPath(import.meta.url)), "..", "..");
/** What Node has compiled of a program, so that the next run need not. Installing packages deletes it. */
const COMPILE_CACHE = join(root, "node_modules", ".cache", "compiled");
const given = process.argv.slice(2);
const isToInstall = given[0] !== "--installed";
const [program = "", ...options] = isToInstall ? given : given.slice(1);

try {
  await launch(isToInstall ? install(root) : requireInstalled(root));
} catch (error) {
  if (!(error instanceof InstallError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}

async function launch(node) {
  const changed = withoutProxyForLoopback(process.env);
  const isFile = /\.[cm]?[jt]s$/.test(program);
  if (!isFile) return run(join(root, "node_modules", ".bin", program), options, changed);
  const path = resolve(root, program);
  // A process reads the proxy from its environment when it starts.
  const cached = { NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? COMPILE_CACHE };
  if (node !== process.execPath || changed) return run(node, [path, ...options], { ...cached, ...changed });
  // Node 20 has none, but does not run programs.
  module.enableCompileCache?.(cached.NODE_COMPILE_CACHE);
  process.argv = [process.execPath, path, ...options];
  await import(pathToFileURL(path).href);
}

/**
 * With NODE_USE_ENV_PROXY, Node sends even requests to 127.0.0.1 through a proxy. Returns undefined without a change.
 */
function withoutProxyForLoopback(variables) {
  if (!PROXY_NAMES.some((name) => variables[name])) return undefined;
  const given = variables.no_proxy ?? variables.NO_PROXY ?? "";
  const hosts = given.split(/[\s,]+/).filter((host) => host !== "");
  const missing = LOOPBACK.filter((host) => !hosts.includes(host));
  if (hosts.includes("*") || missing.length === 0) return undefined;
  const value = [...hosts, ...missing].join(",");
  return { NO_PROXY: value, no_proxy: value };
}

function run(command, args, changed) {
  const bin = join(root, "node_modules", ".bin");
  const separator = process.platform === "win32" ? ";" : ":";
  const child = spawn(command, args, {
    stdio: "inherit",
    // Programs of packages find Node by PATH.
    env: { ...process.env, ...changed, PATH: `${bin}${separator}${process.env.PATH ?? ""}` },
    shell: process.platform === "win32",
  });
  // A terminal sends Ctrl-C to the child, too.
  process.on("SIGINT", () => {});
  process.on("SIGTERM", () => child.kill("SIGTERM"));
  child.on("error", (error) => {
    console.error(`${program} cannot be run: ${error.message}`);
    process.exitCode = 1;
  });
  child.on("exit", (code, signal) => {
    process.exitCode = code ?? 1;
    if (signal) console.error(`${program} was ended by ${signal}.`);
  });
}
