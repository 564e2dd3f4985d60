import { TextLink } from "../../components/text-link.tsx";
import styles from "./settings.module.css";

/** Leads to the licences of the packages in this page, a file that the page names, since its address changes. */
export function LicencesLink() {
  const address = document.querySelector<HTMLLinkElement>('link[rel="license"]')?.href;
  if (address === undefined) return null;
  return (
    <p className={styles.note}>
      <TextLink href={address}>Licences of the software in this page</TextLink>
    </p>
  );
}
