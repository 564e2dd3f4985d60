import { LinkTabs } from "../../components/link-tabs.tsx";

const tabs = [
  { href: "/changes/apps", name: "My apps" },
  { href: "/changes/competitors", name: "Competitors" },
  { href: "/changes/all", name: "All" },
];

export function ChangesTabs() {
  return <LinkTabs label="Changes" tabs={tabs} />;
}
