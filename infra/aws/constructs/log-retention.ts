import { RemovalPolicy } from "aws-cdk-lib";
import type { LogGroupProps } from "aws-cdk-lib/aws-logs";

import type { Stage } from "../stage.ts";

/** Returns for how long a log group keeps its lines, and whether it outlives its stack: as evidence, where data do. */
export function logRetention({ logRetentionDays, keepData }: Stage): LogGroupProps {
  return {
    retention: logRetentionDays,
    removalPolicy: keepData ? RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE : RemovalPolicy.DESTROY,
  };
}
