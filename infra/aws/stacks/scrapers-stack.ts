import { Stack, type StackProps } from "aws-cdk-lib";
import type { Construct } from "constructs";

import { logGroupsBelow, RunbookQueries } from "../constructs/runbook-queries.ts";
import { StoreScraper } from "../constructs/store-scraper.ts";
import type { Deployment } from "../deployment.ts";

export type ScrapersStackProps = StackProps & { readonly deployment: Deployment };

export class ScrapersStack extends Stack {
  constructor(scope: Construct, id: string, props: ScrapersStackProps) {
    super(scope, id, props);
    const { deployment } = props;
    new StoreScraper(this, "Ios", { deployment, platform: "ios", description: "Reads the App Store" });
    new StoreScraper(this, "Android", { deployment, platform: "android", description: "Reads Google Play" });
    new RunbookQueries(this, "Queries", { deployment, source: "scrapers", logGroups: logGroupsBelow(this) });
  }
}
