import { html, type StoreResponse } from "../store-route.ts";

export function playPage(input: {
  readonly language: string;
  readonly data: Readonly<Record<string, { readonly service: string; readonly payload: unknown }>>;
}): StoreResponse {
  const blocks = Object.entries(input.data);
  const services = blocks.map(([key, { service }]) => `'${key}' : {id:'${service}',request:[]}`).join(",");
  const scripts = blocks.map(([key, { payload }], index) => dataScript(key, index + 1, payload)).join("");

  return html(
    200,
    [
      `<!doctype html><html lang="${attribute(input.language)}"><head><title>Apps on Google Play</title></head><body>`,
      `<script nonce="n">; var AF_dataServiceRequests = {${services}}; var AF_initDataChunkQueue = [];</script>`,
      scripts,
      "</body></html>",
    ].join(""),
  );
}

export function playNotFound(): StoreResponse {
  return html(
    404,
    "<!doctype html><html><body>We're sorry, the requested URL was not found on this server.</body></html>",
  );
}

function dataScript(key: string, hash: number, payload: unknown): string {
  const data = JSON.stringify(payload).replaceAll("<", "\\u003c");
  return (
    `<script class="${key}" nonce="n">AF_initDataCallback({key: '${key}', hash: '${hash}', data:${data}, ` +
    "sideChannel: {}});</script>"
  );
}

function attribute(text: string): string {
  return text.replace(/[^A-Za-z0-9-]/g, "");
}
