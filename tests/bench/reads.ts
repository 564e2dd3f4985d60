import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";

/** `npm run bench -- reads`: in a process of its own, whose standard output is the log that the handler writes. */
const contest = join(import.meta.dirname, "reads", "compare-list.ts");
const child = spawn(process.execPath, ["--expose-gc", contest], { stdio: ["ignore", "ignore", "inherit"] });
const [code] = await once(child, "exit");
process.exitCode = code;
