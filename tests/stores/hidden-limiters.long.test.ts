import { describeHiddenLimiters } from "./describe-hidden-limiters.ts";
import { atRandom, atRandomWithWaits, noLimit, perHour, perMinute } from "./limiters.ts";

describeHiddenLimiters(12, [
  ["40 a minute", "itunes_lookup", perMinute(40), 5, { served: 35, rejected: 10, later: 0 }],
  ["1,500 an hour", "itunes_rss", perHour(1_500), 3, { served: 17, rejected: 30, later: 0 }],
  ["none", "itunes_search", noLimit, 5, { served: 57, rejected: 0, later: 0 }],
  ["none, and 0.2 % of 403", "itunes_reviews", atRandom(0.002), 2, { served: 8, rejected: 40, later: 15 }],
  ["none, and 1 % of 403", "apps_page", atRandom(0.01), 2, { served: 3, rejected: 60, later: 20 }],
  ["none, and 1 % with waits", "play_page", atRandomWithWaits(0.01), 2, { served: 2, rejected: 60, later: 20 }],
]);
