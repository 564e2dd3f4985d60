import { sampled } from "../../support/faults/effects.ts";
import { describeCrashPoints } from "./describe-crash-points.ts";
import { scenarios } from "./scenarios.ts";

/** Those that `npm test` leaves out. */
describeCrashPoints({ ios: scenarios.slice(1), android: scenarios.slice(1) }, sampled);
