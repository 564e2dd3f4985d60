import { FunctionUrlAuthType } from "aws-cdk-lib/aws-lambda";
import { Construct } from "constructs";
import type * as z from "zod";

import { scraperEnvironment } from "../../scrapers/contracts/environment.ts";
import type { Deployment } from "../deployment.ts";
import { ServerFunction } from "./server-function.ts";

export type StoreScraperProps = {
  readonly deployment: Deployment;
  readonly entry: string;
  readonly description: string;
};

/** The private service of one store. It may do nothing but log; only those it was granted to may call it. */
export class StoreScraper extends Construct {
  readonly url: string;
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
      },
      memoryMb: stage.scrapers.memoryMb,
      timeoutSeconds: stage.scrapers.timeoutSeconds,
    });
    const functionUrl = scraper.lambda.addFunctionUrl({ authType: FunctionUrlAuthType.AWS_IAM });

    this.url = functionUrl.url;
    this.grantCallTo = (caller) => functionUrl.grantInvokeUrl(caller.lambda).assertSuccess();
  }
}
