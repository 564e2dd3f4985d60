import { byRun } from "../../support/by-run.ts";
import { alternating, inTurn } from "../../support/faults/effects.ts";
import { describeCrashPoints } from "./describe-crash-points.ts";
import { scenarios } from "./scenarios.ts";

/** They share most effects, all of which end a process in the first scenario, in `npm test`. */
describeCrashPoints({ ios: scenarios, android: scenarios }, byRun({ usual: inTurn, nightly: alternating }));
