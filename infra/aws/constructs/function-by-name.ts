import { ArnFormat, Stack } from "aws-cdk-lib";
import { type IFunction, Function as LambdaFunction } from "aws-cdk-lib/aws-lambda";
import type { Construct } from "constructs";

/** Returns a function of another stack by its name, which needs no export (ADR 39). */
export function functionByName(scope: Construct, id: string, fullName: string): IFunction {
  const functionArn = Stack.of(scope).formatArn({
    service: "lambda",
    resource: "function",
    resourceName: fullName,
    arnFormat: ArnFormat.COLON_RESOURCE_NAME,
  });
  return LambdaFunction.fromFunctionAttributes(scope, id, { functionArn, sameEnvironment: true });
}
