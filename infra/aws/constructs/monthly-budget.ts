import { CfnBudget } from "aws-cdk-lib/aws-budgets";
import { Construct } from "constructs";

import type { Deployment } from "../deployment.ts";

/** Mails when the account's bill of a month exceeds the stage's budget, or will at this rate. */
export class MonthlyBudget extends Construct {
  constructor(scope: Construct, id: string, { deployment }: { readonly deployment: Deployment }) {
    super(scope, id);
    const { alarmEmails, budgetUsd } = deployment.stage;
    // A budget needs somebody to notify.
    if (alarmEmails.length === 0) return;
    const subscribers = alarmEmails.map((address) => ({ subscriptionType: "EMAIL", address }));
    const notifyOf = (notificationType: "ACTUAL" | "FORECASTED") => ({
      notification: {
        notificationType,
        comparisonOperator: "GREATER_THAN",
        thresholdType: "PERCENTAGE",
        threshold: 100,
      },
      subscribers,
    });
    // Of the whole account: the tag of a stage counts only once it was activated by hand in the bill's settings.
    // Without a name of its own: other recipients replace it, and the new one is made before the old one goes.
    new CfnBudget(this, "Budget", {
      budget: {
        budgetType: "COST",
        timeUnit: "MONTHLY",
        budgetLimit: { amount: budgetUsd, unit: "USD" },
      },
      notificationsWithSubscribers: [notifyOf("ACTUAL"), notifyOf("FORECASTED")],
    });
  }
}
