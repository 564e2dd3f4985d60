import { LOGIN_MINUTES } from "../../lib/domain/smtp.ts";
import { DELIVERY_DAYS } from "../../lib/domain/webhook.ts";
import { tickTimes } from "../templates/tick-times.ts";
import { HOURS_PER_MONTH, itemsOf, linesPerCall, monthly, type Usage, type UsedItem } from "./bill-lines.ts";

const MEMORY_MB = 256;
const DAYS_PER_MONTH = HOURS_PER_MONTH / 24;
const MINUTES_PER_HOUR = 60;
const MB_PER_GB = 1_024;
const KB_PER_GIB = 2 ** 20;
const KB_PER_GB = 1e6;
const GB = 1e9;
/** Aurora counts writes to the log of its volume in units of 4 KB. */
const WRITE_KB = 4;

/** The dispatcher ticks whether anything is due or not, and waits for the sender, which waits for a receiver. */
export function webhookLines(usage: Usage): readonly UsedItem[] {
  const { assumed, stage } = usage;
  if (stage.webhooks.delivery === "off") return [];
  const ticks = tickTimes(stage.schedules.dispatchWebhooks, 1).length * DAYS_PER_MONTH;
  const deliveries = deliveriesOf(usage) * monthly(usage);
  const keptDeliveries = (deliveries / DAYS_PER_MONTH) * DELIVERY_DAYS;
  const seconds = ticks * assumed.checkRunSeconds + (2 * deliveries * assumed.receiverMs) / 1_000;
  const lines = ticks * linesPerCall.schedule + deliveries * linesPerCall.scraper;
  return [
    ...itemsOf("Lambda", [
      ["webhooks", (seconds * MEMORY_MB) / MB_PER_GB, "lambdaGbSeconds"],
      ["invocations for webhooks", ticks + deliveries, "lambdaRequests"],
    ]),
    ...itemsOf("EventBridge", [["ticks of webhooks", ticks, "scheduledEvents"]]),
    ...itemsOf("Secrets Manager", [["reads for webhooks", HOURS_PER_MONTH / assumed.environmentHours, "secretCalls"]]),
    ...mailLines(stage.email),
    ...itemsOf("Aurora", [
      ["deliveries of webhooks", (keptDeliveries * assumed.deliveryKb) / KB_PER_GIB, "auroraStorage"],
      // A delivery is written without its body, and with it when its attempt is recorded.
      ["writes of deliveries", deliveries * (1 + assumed.deliveryKb / WRITE_KB), "auroraIo"],
    ]),
    ...itemsOf("CloudWatch and X-Ray", [
      ["logs of webhooks", (lines * assumed.logLineBytes) / GB, "logIngestion"],
      ["traces of webhooks", ticks, "traces"],
    ]),
    ...itemsOf("Network and keys", [["data to receivers", (deliveries * assumed.deliveryKb) / KB_PER_GB, "dataOut"]]),
  ];
}

/** The operator makes the secret, so no template has it. It is read every five minutes in which a mail is sent. */
function mailLines(email: Usage["stage"]["email"]): readonly UsedItem[] {
  if (email === "off") return [];
  return itemsOf("Secrets Manager", [
    ["login of the SMTP server", 1, "secrets"],
    ["reads for mail", (HOURS_PER_MONTH * MINUTES_PER_HOUR) / LOGIN_MINUTES, "secretCalls"],
  ]);
}

function deliveriesOf({ activity, assumed }: Usage): number {
  return (activity.syncs.ios + activity.syncs.android) * assumed.deliveriesPerSync;
}
