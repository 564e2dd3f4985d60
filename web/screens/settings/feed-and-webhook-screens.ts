// One file has all three, since they share much. Apart, a first visit would load what they share.
export { FeedsScreen } from "./feeds/feeds-screen.tsx";
export { WebhookScreen } from "./webhooks/webhook-screen.tsx";
export { WebhooksScreen } from "./webhooks/webhooks-screen.tsx";
