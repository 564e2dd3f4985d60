import { ArnFormat, RemovalPolicy, Stack, Validations } from "aws-cdk-lib";
import { PolicyStatement } from "aws-cdk-lib/aws-iam";
import { Secret } from "aws-cdk-lib/aws-secretsmanager";
import { Construct } from "constructs";
import type * as z from "zod";

import type { Stage } from "../stage.ts";
import { functionName } from "./function-name.ts";
import type { ServerFunction } from "./server-function.ts";

const CREATE_USER = "create-user";

export class CanaryAccount extends Construct {
  readonly #secret: Secret;
  readonly #createUser: string;

  constructor(scope: Construct, id: string, stage: Stage) {
    super(scope, id);
    this.#createUser = functionName(stage, CREATE_USER);
    this.#secret = new Secret(this, "Secret", {
      description: "The canary's account of the API",
      generateSecretString: {
        secretStringTemplate: JSON.stringify({ username: "canary" }),
        generateStringKey: "password",
        excludePunctuation: true,
        passwordLength: 32,
      },
      removalPolicy: RemovalPolicy.DESTROY,
    });
    Validations.of(this.#secret).acknowledge({
      id: "AwsSolutions::AwsSolutions-SMG4",
      reason: "The account may do what any user may. A new password makes a new account.",
    });
  }

  environment() {
    return { CANARY_SECRET_ARN: this.#secret.secretArn, CREATE_USER_FUNCTION: this.#createUser };
  }

  grantUseTo({ lambda }: ServerFunction<z.ZodObject>): void {
    this.#secret.grantRead(lambda).assertSuccess();
    const createUserArn = Stack.of(this).formatArn({
      service: "lambda",
      resource: "function",
      resourceName: this.#createUser,
      arnFormat: ArnFormat.COLON_RESOURCE_NAME,
    });
    lambda.addToRolePolicy(new PolicyStatement({ actions: ["lambda:InvokeFunction"], resources: [createUserArn] }));
  }
}
