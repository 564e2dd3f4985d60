import { byDeath } from "../../support/faults/effects.ts";
import { describeCrashPoints } from "./describe-crash-points.ts";
import { scenarios } from "./scenarios.ts";

describeCrashPoints({ ios: scenarios.slice(0, 1), android: scenarios.slice(0, 1) }, byDeath);
