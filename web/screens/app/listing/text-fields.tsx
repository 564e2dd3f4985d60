import { useId, useState } from "react";
import type { Data } from "../../../client/operation-types.ts";
import { Badge } from "../../../components/badge.tsx";
import { Button } from "../../../components/button.tsx";
import { lengthOf, storeTexts } from "../../../features/listing/store-limits.ts";
import type { Platform } from "../../../format/app-path.ts";
import { classNames } from "../../../format/class-names.ts";
import { formatCount } from "../../../format/numbers.ts";
import styles from "./listing-tab.module.css";

type TextFieldsProps = { readonly listing: Data<"showListing">; readonly platform: Platform };

export function TextFields({ listing, platform }: TextFieldsProps) {
  return (
    <div className={styles.texts}>
      {storeTexts[platform].map(({ field, name, max }) => (
        <TextField
          key={field}
          name={name}
          text={listing[field]}
          max={max}
          language={listing.locale}
          absence={field === "short_description" ? UNREAD_OR_ABSENT : ABSENT}
        />
      ))}
    </div>
  );
}

const ABSENT = "The store does not show this text.";
const UNREAD_OR_ABSENT = "The store does not show this text, or it was not read yet.";

type TextFieldProps = {
  readonly name: string;
  readonly text: string | null;
  readonly max: number;
  readonly language: string;
  /** Shown in place of a missing text. */
  readonly absence: string;
};

const SHOWN = 900;

function TextField({ name, text, max, language, absence }: TextFieldProps) {
  const id = useId();
  const [isWhole, setWhole] = useState(false);
  const length = text === null ? 0 : lengthOf(text);
  const isLong = length > SHOWN;
  return (
    <section className={styles.text} aria-labelledby={id}>
      <header className={styles.head}>
        <h2 id={id}>{name}</h2>
        <span className={styles.count}>
          {formatCount(length)} of {formatCount(max)} characters{" "}
          {length > max && <Badge tone="warning">Too long</Badge>}
        </span>
      </header>
      {text === null || text === "" ? (
        <p className={styles.none}>{absence}</p>
      ) : (
        <p lang={language} dir="auto" className={classNames(styles.content, isLong && !isWhole && styles.cut)}>
          {text}
        </p>
      )}
      {isLong && (
        <span>
          <Button variant="quiet" size="small" isExpanded={isWhole} onPress={() => setWhole(!isWhole)}>
            {isWhole ? "Show less" : "Show all"}
          </Button>
        </span>
      )}
    </section>
  );
}
