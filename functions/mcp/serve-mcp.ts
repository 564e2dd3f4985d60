import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from "aws-lambda";

import { mcpEnvironment, parseEnvironment } from "../../lib/wiring/environment.ts";

const { API_URL, ALLOWED_ORIGINS } = parseEnvironment(mcpEnvironment());

export async function handler({ rawPath }: APIGatewayProxyEventV2): Promise<APIGatewayProxyStructuredResultV2> {
  const detail = `${rawPath} is not there yet: it will call ${API_URL} for ${ALLOWED_ORIGINS.length} origins.`;
  return {
    statusCode: 501,
    headers: { "content-type": "application/problem+json" },
    body: JSON.stringify({ type: "about:blank", title: "Not Implemented", status: 501, detail }),
  };
}
