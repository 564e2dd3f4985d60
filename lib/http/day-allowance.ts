import { returnToAllowance, takeFromAllowance } from "../../db/queries/accounts/day-allowances.ts";
import { allowanceTexts, type DayAllowance } from "../domain/day-allowance.ts";
import { AppError } from "../errors.ts";
import type { EdgeDependencies } from "./admit-request.ts";

/**
 * Counts a request towards a user's allowance, and takes the count back if the request fails. Throws without handling
 * it if the allowance is used up.
 */
export async function withinAllowance<Result>(
  { db, dayAllowances }: Pick<EdgeDependencies, "db" | "dayAllowances">,
  { userId, allowance }: { readonly userId: number; readonly allowance: DayAllowance },
  handle: () => Promise<Result>,
): Promise<Result> {
  const allowed = dayAllowances[allowance];
  const taken = await takeFromAllowance(db, { userId, allowance, allowed });
  if (!taken.is_taken) throw allowanceUsedUp(allowance, allowed, taken.seconds_left);
  try {
    return await handle();
  } catch (error) {
    await returnToAllowance(db, { userId, allowance });
    throw error;
  }
}

export function allowanceUsedUp(allowance: DayAllowance, allowed: number, secondsLeft?: number): AppError {
  return new AppError(
    "rate_limited",
    `The limit of ${allowed} ${allowanceTexts[allowance]} per day (UTC) is reached.`,
    {
      limit: allowed,
      allowance,
      ...(secondsLeft !== undefined && { retryAfterSeconds: secondsLeft }),
    },
  );
}
