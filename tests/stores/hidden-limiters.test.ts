import { describeHiddenLimiters } from "./describe-hidden-limiters.ts";
import { outage, perMinute } from "./limiters.ts";

describeHiddenLimiters(2, [
  ["20 a minute", "itunes_lookup", perMinute(20), 3, { served: 17, rejected: 4, later: 0 }],
  ["12 a minute, below its start", "itunes_rss", perMinute(12), 2, { served: 11, rejected: 20, later: 0 }],
  ["none, but for an hour of 403", "itunes_search", outage(600, 4_200), 3, { served: 8, rejected: 18, later: 0 }],
]);
