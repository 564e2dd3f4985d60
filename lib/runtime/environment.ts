import * as z from "zod";

/**
 * Variables of each kind of function. The function parses its own at start; the same schema types the `environment`
 * of its construct, so a variable that is forgotten does not compile.
 */

export const wholeNumber = (min: number, max: number) => z.coerce.number().int().min(min).max(max);

const baseEnvironment = z.object({
  STAGE: z.string().min(1),
  LOG_LEVEL: z.enum(["DEBUG", "INFO", "WARN", "ERROR", "SILENT"]).default("INFO"),
  /** Shifts the observation clock: the local host's day offset. 0 when deployed. */
  CLOCK_OFFSET_MS: z.coerce.number().int().default(0),
});

/** What every function that uses the database is given. */
export const databaseEnvironment = baseEnvironment.extend({
  DATABASE_HOST: z.string().min(1),
  DATABASE_PORT: wholeNumber(1, 65_535),
  DATABASE_NAME: z.string().min(1),
  /** The secret holds `{"username", "password"}`. */
  DATABASE_SECRET_ARN: z.string().min(1),
  DATABASE_TLS: z.enum(["verify-full", "off"]),
  /** off behind a connection proxy, which pins sessions that prepare statements. */
  DATABASE_PREPARE: z.enum(["on", "off"]),
  DATABASE_CONNECT_TIMEOUT_SECONDS: wholeNumber(1, 60),
});
export type DatabaseEnvironment = z.infer<typeof databaseEnvironment>;

/** The migration connects as the owner of the tables and sets the password of the role that the functions use. */
export const migrationEnvironment = databaseEnvironment.extend({ APP_SECRET_ARN: z.string().min(1) });

/** Whether the deployment serves /api/documentation: the function that responds to unknown routes knows its paths then. */
export const documentationSetting = z.object({ DOCUMENTATION: z.enum(["on", "off"]).default("off") });

/** Parses the variables of this function; names every variable that is missing or wrong. */
export function parseEnvironment<Schema extends z.ZodType>(schema: Schema): z.infer<Schema> {
  const parsed = schema.safeParse(process.env);
  if (parsed.success) return parsed.data;
  const faults = parsed.error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`);
  throw new Error(`Environment is not valid: ${faults.join("; ")}`);
}
