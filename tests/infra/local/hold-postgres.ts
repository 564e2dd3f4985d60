import { startPostgres } from "../../../infra/local/postgres/start-postgres.ts";

/** Starts a server, says where it is, and holds it until this process is killed. */
const [, , dataDir = ""] = process.argv;
const { port } = await startPostgres({ dataDir });
console.log(port);
setInterval(() => {}, 60_000);
