const zeroWeight = /^q=0(?:\.0*)?$/;

/** Returns the first of the codings that Accept-Encoding (RFC 9110, 12.5.3) allows; `identity` if it allows none. */
export function chooseEncoding<const Coding extends string>(
  accepted: string | undefined,
  codings: readonly Coding[],
): Coding | "identity" {
  const weights = new Map((accepted ?? "").split(",").map(readOffer));
  const allowsOthers = weights.get("*") ?? false;
  return codings.find((coding) => weights.get(coding) ?? allowsOthers) ?? "identity";
}

function readOffer(offer: string): [coding: string, isAllowed: boolean] {
  const [coding = "", ...parameters] = offer.split(";").map((part) => part.trim().toLowerCase());
  return [coding, !parameters.some((parameter) => zeroWeight.test(parameter))];
}
