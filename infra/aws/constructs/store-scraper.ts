import { Duration } from "aws-cdk-lib";
import { Metric } from "aws-cdk-lib/aws-cloudwatch";
import { FunctionUrlAuthType } from "aws-cdk-lib/aws-lambda";
import { Construct } from "constructs";

import type { Platform } from "../../../lib/domain/platform.ts";
import { scraperEnvironment } from "../../../scrapers/contracts/environment.ts";
import type { Deployment } from "../deployment.ts";
import { entries } from "../entries.ts";
import type { FunctionAccess } from "./function-access.ts";
import { functionByName } from "./function-by-name.ts";
import { functionName } from "./function-name.ts";
import { ServerFunction } from "./server-function.ts";
import { ServiceAlarm } from "./service-alarm.ts";
import { percentage } from "./service-metric.ts";
import { readStageValue, writeStageValue } from "./stage-value.ts";

export type StoreScraperProps = {
  readonly deployment: Deployment;
  readonly platform: Platform;
  readonly description: string;
};

const ALARM_PERIOD = Duration.minutes(15);
const REQUESTS_ENOUGH = 20;

/** Returns a platform's scraper by its name and the address that its stack keeps (ADR 39). */
export function scraperByName(scope: Construct, { stage }: Deployment, platform: Platform): FunctionAccess {
  const name = scraperName(platform);
  const scraper = functionByName(scope, name, functionName(stage, name));
  return {
    url: readStageValue(scope, stage, `${platform}-scraper-url`),
    grantCallTo: (caller) => scraper.grantInvokeUrl(caller.lambda).assertSuccess(),
  };
}

function scraperName(platform: Platform): string {
  return `${platform}-scraper`;
}

export class StoreScraper extends Construct {
  readonly #functionName: string;

  constructor(scope: Construct, id: string, props: StoreScraperProps) {
    super(scope, id);
    const { deployment, platform, description } = props;
    const { stage, storeSimulatorUrl } = deployment;
    const scraper = new ServerFunction(this, "Scraper", {
      deployment,
      entry: entries.scrapers[platform],
      name: scraperName(platform),
      description,
      schema: scraperEnvironment(),
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
      tracing: stage.tracing.scrapers ? "always" : "never",
    });
    const functionUrl = scraper.lambda.addFunctionUrl({ authType: FunctionUrlAuthType.AWS_IAM });

    writeStageValue(this, stage, `${platform}-scraper-url`, functionUrl.url);
    this.#functionName = scraper.lambda.functionName;
    new ServiceAlarm(this, "ErrorsAlarm", {
      deployment,
      says: `Half of the requests to a scraper failed: ${description}.`,
      runbook: "Scraper errors",
      subject: id.toLowerCase(),
      metric: this.metricFailures(ALARM_PERIOD),
      threshold: 50,
      periods: 2,
    });
  }

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
