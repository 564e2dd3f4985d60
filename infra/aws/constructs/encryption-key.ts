import { RemovalPolicy } from "aws-cdk-lib";
import { Key } from "aws-cdk-lib/aws-kms";
import { Construct } from "constructs";

import type { Deployment } from "../deployment.ts";

/**
 * The key of a deployment's database and of its alarms. Snapshots under a key of one's own can be copied to another
 * account, those under the key that AWS manages cannot, and a database keeps its key for life (ADR 32).
 */
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
