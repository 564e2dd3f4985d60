import { createHmac, timingSafeEqual } from "node:crypto";

const TOLERANCE_SECONDS = 300;

/** Returns what a delivery says, or throws. The body is a Buffer or text as it was received, before any parser. */
export function verify(secret, headers, body) {
  const { "webhook-id": id, "webhook-timestamp": timestamp, "webhook-signature": signatures = "" } = headers;
  const age = Date.now() / 1_000 - Number(timestamp);
  if (!(Math.abs(age) <= TOLERANCE_SECONDS)) throw new Error("The timestamp is too far from now.");
  const key = Buffer.from(secret.replace("whsec_", ""), "base64");
  const digest = createHmac("sha256", key).update(`${id}.${timestamp}.`).update(body).digest("base64");
  const expected = Buffer.from(`v1,${digest}`);
  const isSigned = signatures
    .split(" ")
    .map((signature) => Buffer.from(signature))
    .some((given) => given.length === expected.length && timingSafeEqual(given, expected));
  if (!isSigned) throw new Error("No signature is of this secret.");
  return JSON.parse(body);
}
