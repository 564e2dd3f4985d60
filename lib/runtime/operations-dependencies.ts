import { connectDatabase } from "./database.ts";
import { databaseEnvironment, parseEnvironment } from "./environment.ts";
import { once } from "./once.ts";

/** What operations work with that need the database alone. */
export const operationsDependencies = once(() => ({ db: connectDatabase(parseEnvironment(databaseEnvironment)).db }));
