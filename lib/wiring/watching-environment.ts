import * as z from "zod";

import { logLevel } from "./environment.ts";
import { wholeNumber } from "./settings.ts";

/** The environment variables of functions that watch and repair a stage, and need no database. */

export const probeEnvironment = () =>
  z.object({
    STAGE: z.string().min(1),
    LOG_LEVEL: logLevel(),
    API_URL: z.url(),
    CANARY_SECRET_ARN: z.string().min(1),
    CREATE_USER_FUNCTION: z.string().min(1),
  });

export const canaryEnvironment = () =>
  probeEnvironment().extend({ SEARCH_HOUR: z.coerce.number().pipe(wholeNumber(0, 23)) });

export const safeguardsEnvironment = () =>
  z.object({
    STAGE: z.string().min(1),
    LOG_LEVEL: logLevel(),
    CLUSTER_IDENTIFIER: z.string().min(1),
    KEY_ARN: z.string().startsWith("arn:").optional(),
    TOPIC_ARNS: arns(),
    RECIPIENTS: z.coerce.number().pipe(wholeNumber(0, 100)),
  });

const arns = () =>
  z
    .string()
    .transform((value) => value.split(","))
    .pipe(z.array(z.string().startsWith("arn:")).min(1));

export const redriveEnvironment = () => z.object({ DEAD_LETTER_ARNS: arns() });
