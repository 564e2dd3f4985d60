import { randomBytes } from "node:crypto";
import type { FindClientDependencies } from "../oauth/find-client.ts";
import type { OAuthSettings } from "../oauth/show-server.ts";
import { systemClock } from "../runtime/clock.ts";
import { lazy } from "../runtime/lazy.ts";
import { readAwsCredentials } from "../stores/signed-transport.ts";
import { readThroughSender } from "../webhooks/call-sender.ts";
import { endpointDependencies, sharedDependencies } from "./deployed-endpoint.ts";
import type { EndpointDependencies } from "./endpoints.ts";
import { clientEndpointEnvironment, oauthEndpointEnvironment, parseEnvironment } from "./environment.ts";

type SecretDependencies = { readonly randomBytes: typeof randomBytes };

export const oauthDependencies = /* @__PURE__ */ lazy((): EndpointDependencies & { readonly oauth: OAuthSettings } => {
  const environment = parseEnvironment(oauthEndpointEnvironment());
  return { ...sharedDependencies(environment), oauth: environment.OAUTH_SETTINGS };
});

export const secretDependencies = /* @__PURE__ */ lazy((): EndpointDependencies & SecretDependencies => ({
  ...endpointDependencies(),
  randomBytes,
}));

export const clientDependencies = /* @__PURE__ */ lazy(
  (): EndpointDependencies & SecretDependencies & FindClientDependencies => {
    const environment = parseEnvironment(clientEndpointEnvironment());
    const { WEBHOOK_SENDER_URL: senderUrl } = environment;
    const { AWS_REGION: region = "us-east-1" } = process.env;
    const credentials = () => readAwsCredentials(process.env);
    const readDocument =
      senderUrl === undefined
        ? undefined
        : readThroughSender({ senderUrl, credentials, region, now: systemClock(), fetch });
    return { ...sharedDependencies(environment), randomBytes, readDocument };
  },
);
