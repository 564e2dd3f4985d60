import { CfnBudget } from "aws-cdk-lib/aws-budgets";
import { Construct } from "constructs";

import type { Deployment } from "../deployment.ts";

export class MonthlyBudget extends Construct {
  constructor(scope: Construct, id: string, { deployment }: { readonly deployment: Deployment }) {
    super(scope, id);
    const { alarmEmails, budgetUsd } = deployment.stage;
    // A budget without subscribers is invalid.
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
    // A stage's tag counts only after it was activated by hand, so the budget covers the account. Without a fixed name,
    // a change of recipients creates the new budget before it deletes the old one.
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
