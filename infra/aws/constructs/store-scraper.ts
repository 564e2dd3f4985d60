import { Duration } from "aws-cdk-lib";
import { Metric } from "aws-cdk-lib/aws-cloudwatch";
import { FunctionUrlAuthType } from "aws-cdk-lib/aws-lambda";
import { Construct } from "constructs";
import type * as z from "zod";

import { scraperEnvironment } from "../../../scrapers/contracts/environment.ts";
import type { Deployment } from "../deployment.ts";
import { ServerFunction } from "./server-function.ts";
import { ServiceAlarm } from "./service-alarm.ts";
import { percentage } from "./service-metric.ts";

export type StoreScraperProps = {
  readonly deployment: Deployment;
  readonly entry: string;
  readonly description: string;
};

const ALARM_PERIOD = Duration.minutes(15);
/** Fewer requests in a period are not meaningful. */
const REQUESTS_ENOUGH = 20;

/** The private service of one store. It may only log, and only functions with a grant may call it. */
export class StoreScraper extends Construct {
  readonly url: string;
  readonly #functionName: string;
  readonly grantCallTo: (caller: ServerFunction<z.ZodObject>) => void;

  constructor(scope: Construct, id: string, props: StoreScraperProps) {
    super(scope, id);
    const { stage, storeSimulatorUrl } = props.deployment;
    const scraper = new ServerFunction(this, "Scraper", {
      ...props,
      schema: scraperEnvironment,
      environment: {
        LOG_LEVEL: stage.logLevel,
        STORE_SIMULATOR_URL: storeSimulatorUrl,
        ROUTE_DEADLINE_MS: stage.scrapers.routeDeadlineMs,
        STORE_CONCURRENCY: stage.scrapers.storeConcurrency,
        USER_AGENT: stage.scrapers.userAgent,
      },
      memoryMb: stage.scrapers.memoryMb,
      reservedConcurrency: stage.scrapers.reservedConcurrency,
      timeoutSeconds: stage.scrapers.timeoutSeconds,
      isTraced: stage.tracing.scrapers,
    });
    const functionUrl = scraper.lambda.addFunctionUrl({ authType: FunctionUrlAuthType.AWS_IAM });

    this.url = functionUrl.url;
    this.#functionName = scraper.lambda.functionName;
    this.grantCallTo = (caller) => functionUrl.grantInvokeUrl(caller.lambda).assertSuccess();
    new ServiceAlarm(this, "ErrorsAlarm", {
      deployment: props.deployment,
      says: `Half of the requests to a scraper failed: ${props.description}.`,
      runbook: "Scraper errors",
      subject: id.toLowerCase(),
      metric: this.metricFailures(ALARM_PERIOD),
      threshold: 50,
      periods: 2,
    });
  }

  /** Returns the percentage of requests with a status of 500 or more. */
  metricFailures(period: Duration) {
    const part = this.#metric("Url5xxCount", period);
    const all = this.#metric("UrlRequestCount", period);
    return percentage({ part, all, enough: REQUESTS_ENOUGH, label: `${this.node.id} failures` });
  }

  #metric(metricName: string, period: Duration): Metric {
    const dimensionsMap = { FunctionName: this.#functionName };
    return new Metric({ namespace: "AWS/Lambda", metricName, dimensionsMap, statistic: "Sum", period });
  }
}
