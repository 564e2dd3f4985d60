import { RemovalPolicy, Validations } from "aws-cdk-lib";
import { AccessLogFormat } from "aws-cdk-lib/aws-apigateway";
import {
  type AddRoutesOptions,
  HttpApi as Api,
  type HttpMethod,
  HttpNoneAuthorizer,
  HttpStage,
  LogGroupLogDestination,
} from "aws-cdk-lib/aws-apigatewayv2";
import { HttpLambdaIntegration } from "aws-cdk-lib/aws-apigatewayv2-integrations";
import { LogGroup } from "aws-cdk-lib/aws-logs";
import { Construct } from "constructs";
import type * as z from "zod";

import type { Deployment } from "../deployment.ts";
import type { ServerFunction } from "./server-function.ts";

export type HttpApiProps = {
  readonly deployment: Deployment;
  /** Answers every request that no route matches. */
  readonly fallback: ServerFunction<z.ZodObject>;
};

/** The public address of the server: one route per endpoint, an access log and a coarse throttle. */
export class HttpApi extends Construct {
  readonly url: string;
  readonly #api: Api;

  constructor(scope: Construct, id: string, props: HttpApiProps) {
    super(scope, id);
    const { stage } = props.deployment;
    this.#api = new Api(this, "Api", {
      description: "Shelfwatch",
      createDefaultStage: false,
      defaultIntegration: new HttpLambdaIntegration("Fallback", props.fallback.lambda),
    });
    const accessLog = new LogGroup(this, "AccessLog", {
      retention: stage.logRetentionDays,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    new HttpStage(this, "Stage", {
      httpApi: this.#api,
      stageName: "$default",
      autoDeploy: true,
      throttle: { rateLimit: stage.api.throttle.rate, burstLimit: stage.api.throttle.burst },
      accessLogSettings: { destination: new LogGroupLogDestination(accessLog), format: AccessLogFormat.clf() },
    });
    this.url = this.#api.apiEndpoint;
    Validations.of(this).acknowledge({
      id: "AwsSolutions::AwsSolutions-APIG4",
      reason: "The functions check the bearer token themselves: a cached authorizer would honour revoked tokens.",
    });
  }

  addRoute(route: {
    readonly method: HttpMethod;
    readonly path: string;
    readonly target: ServerFunction<z.ZodObject>;
  }) {
    const options: AddRoutesOptions = {
      path: route.path,
      methods: [route.method],
      integration: new HttpLambdaIntegration("Integration", route.target.lambda),
      authorizer: new HttpNoneAuthorizer(),
    };
    this.#api.addRoutes(options);
  }
}
