/** `npm start` runs the whole service on this machine. */
import { runLocal } from "./cli/run-local.ts";

process.exit(await runLocal({ arguments: process.argv.slice(2), variables: process.env }));
