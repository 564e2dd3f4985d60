import { useRead } from "../../client/use-read.ts";
import { Panel } from "../../components/panel.tsx";
import { QueryView } from "../../components/query-view.tsx";
import { Screen } from "../../components/screen.tsx";
import { TextLink } from "../../components/text-link.tsx";
import { DeleteAccount } from "./delete-account.tsx";
import { PasswordForm } from "./password-form.tsx";
import { ProfileForm } from "./profile-form.tsx";
import styles from "./settings.module.css";
import { SettingsTabs } from "./settings-tabs.tsx";

export function AccountScreen() {
  const profile = useRead("showProfile", {});
  return (
    <Screen title="Account">
      <SettingsTabs />
      <Panel title="Profile">
        <QueryView query={profile}>{({ data }) => <ProfileForm profile={data} />}</QueryView>
      </Panel>
      <Panel title="Password">
        <PasswordForm email={profile.data?.data.email} />
      </Panel>
      <Panel title="Delete the account">
        <DeleteAccount />
      </Panel>
      <LicencesLink />
    </Screen>
  );
}

/** The address of the licences changes with their content, so the page names it. */
function LicencesLink() {
  const address = document.querySelector<HTMLLinkElement>('link[rel="license"]')?.href;
  if (address === undefined) return null;
  return (
    <p className={styles.note}>
      <TextLink href={address}>Licences of the software in this page</TextLink>
    </p>
  );
}
