import { tickTimes } from "../templates/tick-times.ts";
import { READING_ENDPOINTS, reservedForReadings } from "./document-readings.ts";
import { faultIf } from "./fault-if.ts";
import { isolationFaults, type ReservedLoad } from "./isolation-checks.ts";
import { paceFaults } from "./pace-checks.ts";
import { SettingFault } from "./setting-fault.ts";
import type { ClusterCapacity, Stage } from "./stage.ts";

export type ConsumerLimits = {
  readonly queueName: string;
  readonly maxConcurrency: number;
  readonly timeoutSeconds: number;
  readonly visibilitySeconds: number;
};

export type Load = ReservedLoad & { readonly consumers: readonly ConsumerLimits[] };

/** `max_connections` grows by at least this with each ACU of the maximum: 189 for 1 ACU, 823 for 4, 1,669 for 8. */
const CONNECTIONS_PER_ACU = 189;
const CONNECTIONS_MAX = 5_000;
/** The limit of a database that may scale down to 0.5 ACU or less, whatever its maximum. */
const CONNECTIONS_MAX_WHEN_SMALL = 2_000;
const SMALL_ACU = 0.5;
const USABLE_SHARE = 0.8;
/** A slower request raises an alarm (*Slow routes*). */
const SLOW_SECONDS = 3;
/** The dispatcher of webhooks is always awake, and sends all that is due over one connection. */
const DISPATCHER_CONNECTIONS = 1;
/** For other schedules, the migration and engineers. */
const OTHER_CONNECTIONS = 10;

const VISIBILITY_PER_TIMEOUT = 6;
/** Time to read the credentials and to respond, which a 503 needs besides the wait for the database. */
const RESPONSE_SECONDS = 8;
const HOURS_PER_DAY = 24;

/** Throws when settings contradict each other, with a sentence per contradiction that names the setting to change. */
export function checkCapacity(stage: Stage, load: Load): void {
  const faults = [
    ...connectionFaults(stage, load),
    ...isolationFaults(stage, load),
    ...timingFaults(stage),
    ...paceFaults(stage),
    ...wakefulSchedules(stage),
    ...load.consumers.flatMap((consumer) => consumerFaults(stage, consumer)),
  ];
  if (faults.length > 0) throw new SettingFault(`Stage ${stage.name} cannot work:\n${faults.join("\n")}`);
}

/** Each environment of a function opens at most one connection. */
function connectionFaults({ api, database, webhooks }: Stage, load: Load): readonly string[] {
  if (database.cluster === undefined) return [];
  const { capacity } = database.cluster;
  const { reservedConcurrency, storeRoutes } = api;
  const ofConsumers = load.consumers.reduce((sum, { maxConcurrency }) => sum + maxConcurrency, 0);
  const ofStoreEndpoint = storeRoutes?.reservedConcurrency ?? reservedConcurrency ?? 0;
  const ofStoreEndpoints = ofStoreEndpoint * load.storeEndpointCount;
  const ofReading = reservedForReadings(api);
  const ofReadings = (ofReading ?? 0) * READING_ENDPOINTS;
  const limited = load.storeEndpointCount + (ofReading === undefined ? 0 : READING_ENDPOINTS);
  const others = load.endpointCount - limited;
  const ofOthers = reservedConcurrency === undefined ? environmentsAtOnce(api) : reservedConcurrency * others;
  const ofApi = ofOthers + ofStoreEndpoints + ofReadings;
  const ofDispatcher = webhooks.delivery === "on" ? DISPATCHER_CONNECTIONS : 0;
  const wanted = ofConsumers + ofApi + ofDispatcher + OTHER_CONNECTIONS;
  const usable = Math.floor(maxConnections(capacity) * USABLE_SHARE);
  const setting = reservedConcurrency === undefined ? "api.throttle" : "api.reservedConcurrency";
  return [
    ...faultIf(
      wanted > usable,
      `database.cluster.capacity.maxAcu (${capacity.maxAcu}) leaves ${usable} connections, and ${wanted} may be ` +
        `open at once: ${ofConsumers} by sync.maxConcurrency and charts.maxConcurrency, ` +
        `${ofApi} by ${setting}, ${ofDispatcher} by the dispatcher of webhooks, ${OTHER_CONNECTIONS} others.`,
    ),
  ];
}

/** Assumes that no request is slow. If the database hangs, more requests arrive, find no connection and get a 503. */
function environmentsAtOnce({ accountConcurrency, throttle: { burst, rate } }: Stage["api"]): number {
  return Math.min(accountConcurrency, burst + rate * SLOW_SECONDS);
}

export function maxConnections({ minAcu, maxAcu }: ClusterCapacity): number {
  return Math.min(CONNECTIONS_PER_ACU * maxAcu, minAcu <= SMALL_ACU ? CONNECTIONS_MAX_WHEN_SMALL : CONNECTIONS_MAX);
}

function timingFaults({ api, database, sync }: Stage): readonly string[] {
  return [
    ...faultIf(
      sync.leaseRenewalMs >= sync.leaseSeconds * 1_000,
      `sync.leaseRenewalMs (${sync.leaseRenewalMs}) must be shorter than sync.leaseSeconds (${sync.leaseSeconds}).`,
    ),
    ...faultIf(
      database.connectTimeoutSeconds + RESPONSE_SECONDS > api.timeoutSeconds,
      `database.connectTimeoutSeconds (${database.connectTimeoutSeconds}) must leave api.timeoutSeconds ` +
        `(${api.timeoutSeconds}) ${RESPONSE_SECONDS} seconds to say that the database does not respond.`,
    ),
  ];
}

/** A database that should sleep must not be woken more often than every hour. */
function wakefulSchedules({ database, schedules }: Stage): readonly string[] {
  const { capacity } = database.cluster ?? {};
  if (capacity === undefined || !("pauseAfterSeconds" in capacity)) return [];
  return Object.entries(schedules).flatMap(([name, expression]) =>
    faultIf(
      tickTimes(expression, 1).length > HOURS_PER_DAY,
      `schedules.${name}, ${expression}, keeps the database awake, which database.cluster.capacity.pauseAfterSeconds ` +
        `(${capacity.pauseAfterSeconds}) lets sleep.`,
    ),
  );
}

function consumerFaults({ charts, database, sweep, sync }: Stage, consumer: ConsumerLimits): readonly string[] {
  const { queueName, timeoutSeconds, visibilitySeconds } = consumer;
  const leases = Object.entries({
    "sync.leaseSeconds": sync.leaseSeconds,
    "charts.leaseSeconds": charts.leaseSeconds,
    "sweep.leaseSeconds": sweep.leaseSeconds,
  });
  return [
    ...faultIf(
      timeoutSeconds * VISIBILITY_PER_TIMEOUT > visibilitySeconds,
      `The queue ${queueName} hides a message for ${visibilitySeconds} seconds, which must be ` +
        `${VISIBILITY_PER_TIMEOUT} times its consumer's timeout (${timeoutSeconds}).`,
    ),
    ...leases.flatMap(([setting, seconds]) =>
      faultIf(
        seconds >= visibilitySeconds,
        `${setting} (${seconds}) must end before ${queueName} shows a message again (${visibilitySeconds} seconds).`,
      ),
    ),
    ...faultIf(
      database.connectTimeoutSeconds >= timeoutSeconds,
      `database.connectTimeoutSeconds (${database.connectTimeoutSeconds}) must be shorter than the timeout of the ` +
        `consumer of ${queueName} (${timeoutSeconds}).`,
    ),
  ];
}
