import { DescribeKeyCommand, KMSClient } from "@aws-sdk/client-kms";
import { DBClusterNotFoundFault, DescribeDBClustersCommand, RDSClient } from "@aws-sdk/client-rds";
import { GetTopicAttributesCommand, SNSClient } from "@aws-sdk/client-sns";

import type { CheckSafeguardsDependencies, Subscriptions } from "../operations/check-safeguards.ts";
import { lazy } from "../runtime/lazy.ts";
import { createLogger } from "../runtime/log.ts";
import { parseEnvironment } from "./environment.ts";
import { safeguardsEnvironment } from "./watching-environment.ts";

const CALL_TIMEOUT_MS = 6_000;
const ATTEMPTS_MAX = 2;

export const safeguardDependencies = /* @__PURE__ */ lazy((): CheckSafeguardsDependencies => {
  const environment = parseEnvironment(safeguardsEnvironment());
  return {
    log: createLogger(environment),
    isProtected: () => isProtected(environment.CLUSTER_IDENTIFIER),
    keyState: async () => (environment.KEY_ARN === undefined ? undefined : keyState(environment.KEY_ARN)),
    subscriptions: () => Promise.all(environment.TOPIC_ARNS.map(readSubscriptions)),
    recipients: environment.RECIPIENTS,
  };
});

const clients = /* @__PURE__ */ lazy(() => {
  const options = { maxAttempts: ATTEMPTS_MAX };
  return { rds: new RDSClient(options), kms: new KMSClient(options), sns: new SNSClient(options) };
});

const abort = () => ({ abortSignal: AbortSignal.timeout(CALL_TIMEOUT_MS) });

async function isProtected(DBClusterIdentifier: string): Promise<boolean> {
  try {
    const command = new DescribeDBClustersCommand({ DBClusterIdentifier });
    const { DBClusters: [cluster] = [] } = await clients().rds.send(command, abort());
    return cluster?.DeletionProtection === true && cluster.Status !== "deleting";
  } catch (error) {
    if (error instanceof DBClusterNotFoundFault) return false;
    throw error;
  }
}

async function keyState(KeyId: string): Promise<string | undefined> {
  const { KeyMetadata } = await clients().kms.send(new DescribeKeyCommand({ KeyId }), abort());
  return KeyMetadata?.KeyState;
}

async function readSubscriptions(TopicArn: string): Promise<Subscriptions> {
  const { Attributes = {} } = await clients().sns.send(new GetTopicAttributesCommand({ TopicArn }), abort());
  const { SubscriptionsConfirmed = "0", SubscriptionsPending = "0" } = Attributes;
  const topic = TopicArn.split(":").at(-1) ?? TopicArn;
  return { topic, confirmed: Number(SubscriptionsConfirmed), pending: Number(SubscriptionsPending) };
}
