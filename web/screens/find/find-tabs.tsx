import { LinkTabs } from "../../components/link-tabs.tsx";

const tabs = [
  { href: "/find", name: "Apps" },
  { href: "/find/publishers", name: "Publishers" },
  { href: "/find/paste", name: "Paste a list" },
];

export function FindTabs() {
  return <LinkTabs label="What to find" tabs={tabs} />;
}
