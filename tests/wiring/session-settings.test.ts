import { afterEach, describe, expect, it, vi } from "vitest";

import { dev } from "../../infra/aws/stages.ts";
import { parseEnvironment, sessionEndpointEnvironment } from "../../lib/wiring/environment.ts";

afterEach(() => vi.unstubAllEnvs());

/** Starts a function of the session endpoints with these settings. */
function start(session: object) {
  const { connectTimeoutSeconds, prepare, tls } = dev.database;
  const variables = {
    STAGE: "dev",
    DATABASE_HOST: "localhost",
    DATABASE_PORT: "5432",
    DATABASE_NAME: "shelfwatch",
    DATABASE_SECRET_ARN: "arn:aws:secretsmanager:us-east-1:111111111111:secret:database",
    DATABASE_SETTINGS: JSON.stringify({ connectTimeoutSeconds, prepare, tls }),
    API_SETTINGS: JSON.stringify(dev.api),
    SESSION_SETTINGS: JSON.stringify(session),
  };
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value);
  return parseEnvironment(sessionEndpointEnvironment());
}

describe("a function that stores sessions", () => {
  it("[AUTH-16] starts where they are stored in the database", () => {
    expect(start(dev.session).SESSION_SETTINGS.driver).toBe("database");
  });

  it.each(["redis", "file", "", undefined])("does not start with the driver %j, and names the only one", (driver) => {
    expect(() => start({ ...dev.session, driver })).toThrow(
      'Environment is not valid: SESSION_SETTINGS.driver: Sessions can be stored in the "database" alone',
    );
  });
});
