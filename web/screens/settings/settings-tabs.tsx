import { LinkTabs } from "../../components/link-tabs.tsx";

const tabs = [
  { href: "/settings", name: "Account" },
  { href: "/settings/views", name: "Saved views" },
  { href: "/settings/tags", name: "Tags" },
  { href: "/settings/notes", name: "Notes" },
  { href: "/settings/feeds", name: "Feeds" },
  { href: "/settings/webhooks", name: "Webhooks" },
  { href: "/settings/api-tokens", name: "API tokens" },
  { href: "/settings/assistants", name: "Assistants" },
];

export function SettingsTabs() {
  return <LinkTabs label="Settings" tabs={tabs} />;
}
