import { Stack, type StackProps } from "aws-cdk-lib";
import type { Construct } from "constructs";

import type { Platform } from "../../../lib/domain/platform.ts";
import { logGroupsBelow, RunbookQueries } from "../constructs/runbook-queries.ts";
import { StoreScraper } from "../constructs/store-scraper.ts";
import type { Deployment } from "../deployment.ts";
import { entries } from "../entries.ts";

export type ScrapersStackProps = StackProps & { readonly deployment: Deployment };

/** One private service per store, outside any network of ours and without access to the database. */
export class ScrapersStack extends Stack {
  readonly scrapers: Readonly<Record<Platform, StoreScraper>>;

  constructor(scope: Construct, id: string, props: ScrapersStackProps) {
    super(scope, id, props);
    const { deployment } = props;
    this.scrapers = {
      ios: new StoreScraper(this, "Ios", {
        deployment,
        entry: entries.scrapers.ios,
        description: "Reads the App Store",
      }),
      android: new StoreScraper(this, "Android", {
        deployment,
        entry: entries.scrapers.android,
        description: "Reads Google Play",
      }),
    };
    new RunbookQueries(this, "Queries", { deployment, source: "scrapers", logGroups: logGroupsBelow(this) });
  }
}
