import { RemovalPolicy } from "aws-cdk-lib";
import type { LogGroupProps } from "aws-cdk-lib/aws-logs";

import type { Stage } from "../stage.ts";

/** The log group outlives its stack as evidence if the stage keeps its data. */
export function logRetention({ logRetentionDays, keepData }: Stage): LogGroupProps {
  return {
    retention: logRetentionDays,
    removalPolicy: keepData ? RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE : RemovalPolicy.DESTROY,
  };
}
