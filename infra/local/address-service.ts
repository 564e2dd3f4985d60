import { local, localWithLiveStores, prodOnOneMachine } from "../aws/local-stages.ts";
import type { Stage } from "../aws/stage.ts";
import { PICTURES_URL } from "../store-simulator/pictures/addresses.ts";
import { type StoreSimulator, startStoreSimulator } from "../store-simulator/simulator.ts";
import { DATABASE_NAME } from "./database.ts";
import { type LastPorts, listenOn } from "./last-ports.ts";
import type { LogFolder } from "./log-file.ts";
import { catchMails } from "./mail-catcher.ts";
import { HOST } from "./postgres/server-process.ts";

export type ServiceOptions = {
  readonly stage?: Stage;
  /** The stage whose budgets, paces, limits and schedules apply. The default is `local`. */
  readonly as?: "local" | "prod";
  readonly stores?: "simulated" | "live";
  /** Days by which the simulator's calendar and all clocks are ahead. The database's clock never goes back. */
  readonly day?: number;
  /** The date of day 0 of the simulated stores, YYYY-MM-DD. Releases are dated by it. */
  readonly epoch?: string;
};

type Stops = (() => Promise<void> | void)[];

const DAY_MS = 86_400_000;

export const OWNER_SECRET_ARN = "arn:aws:secretsmanager:us-east-1:000000000000:secret:database-owner-000000";

/** Opens what the templates contain the addresses of, besides the database. */
export async function addressService(
  options: ServiceOptions,
  input: {
    readonly lastPorts: LastPorts;
    readonly likelyPort: number;
    readonly stops: Stops;
    readonly log: (line: string) => void;
    readonly logs: LogFolder;
  },
) {
  const { lastPorts, likelyPort, stops, log, logs } = input;
  const simulator = options.stores === "live" ? undefined : await startSimulator(options, lastPorts.simulator, stops);
  const print = (mail: string) => {
    logs.write("mail", mail);
    log(`\n${mail}`);
  };
  const catcher = await catchMails(options.stage ?? stageOf(options), { print, stops, port: lastPorts.mail });
  const { email } = catcher.stage;
  const deployment = {
    stage: catcher.stage,
    clockOffsetMs: (options.day ?? 0) * DAY_MS,
    ...(simulator && {
      storeSimulatorUrl: simulator.url,
      openPictures: { stored: PICTURES_URL, served: simulator.picturesUrl },
    }),
  };
  return {
    simulator,
    catcher,
    input: { deployment, databaseAddress: addressOf(likelyPort) },
    ports: {
      ...lastPorts,
      ...(simulator && { simulator: Number(new URL(simulator.url).port) }),
      ...(email === "off" ? {} : { mail: email.port }),
    },
  };
}

export function addressOf(port: number) {
  return { host: HOST, port: String(port), name: DATABASE_NAME, ownerSecretArn: OWNER_SECRET_ARN };
}

async function startSimulator(
  { day = 0, epoch }: ServiceOptions,
  lastPort: number | undefined,
  stops: Stops,
): Promise<StoreSimulator> {
  const simulator = await listenOn(lastPort, (port) =>
    startStoreSimulator({ port, day, daysPass: true, ...(epoch === undefined ? {} : { epoch }) }),
  );
  stops.push(simulator.stop);
  return simulator;
}

function stageOf({ as, stores }: Pick<ServiceOptions, "as" | "stores">): Stage {
  if (as === "prod") return prodOnOneMachine;
  return stores === "live" ? localWithLiveStores : local;
}
