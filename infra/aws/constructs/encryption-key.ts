import { RemovalPolicy } from "aws-cdk-lib";
import { Key } from "aws-cdk-lib/aws-kms";
import { Construct } from "constructs";

import type { Deployment } from "../deployment.ts";

/** AWS lets only snapshots under a customer key be copied to other accounts. A database keeps its key (ADR 32). */
export class EncryptionKey extends Construct {
  readonly key: Key;

  constructor(scope: Construct, id: string, { deployment }: { readonly deployment: Deployment }) {
    super(scope, id);
    const { name } = deployment.stage;
    this.key = new Key(this, "Key", {
      alias: `shelfwatch-${name}`,
      description: `Database and alarms of shelfwatch-${name}`,
      enableKeyRotation: true,
      // The final snapshot can be read as long as the key exists.
      removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
    });
  }
}
