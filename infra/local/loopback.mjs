const LOOPBACK = ["127.0.0.1", "localhost", "::1"];
const PROXY_NAMES = ["HTTP_PROXY", "http_proxy", "HTTPS_PROXY", "https_proxy"];

/**
 * With NODE_USE_ENV_PROXY, Node sends even requests to 127.0.0.1 through a proxy. Returns undefined without a change.
 */
export function withoutProxyForLoopback(variables) {
  if (!PROXY_NAMES.some((name) => variables[name])) return undefined;
  const given = variables.no_proxy ?? variables.NO_PROXY ?? "";
  const hosts = given.split(/[\s,]+/).filter((host) => host !== "");
  const missing = LOOPBACK.filter((host) => !hosts.includes(host));
  if (hosts.includes("*") || missing.length === 0) return undefined;
  const value = [...hosts, ...missing].join(",");
  return { NO_PROXY: value, no_proxy: value };
}
