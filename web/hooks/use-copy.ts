import { useState } from "react";

/** Returns a function that copies a text, and a message about the last attempt. */
export function useCopy() {
  const [said, setSaid] = useState("");
  const copy = async (name: string, text: string) => {
    try {
      await navigator.clipboard.writeText(text);
      setSaid("Copied.");
    } catch {
      setSaid(`The browser does not allow copying. Select the ${name} and copy it by hand.`);
    }
  };
  return { said, copy };
}
