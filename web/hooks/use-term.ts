import { type FormEvent, useState } from "react";

/** The service rejects terms of other lengths. */
export const TERM_LENGTH_MIN = 2;
export const TERM_LENGTH_MAX = 100;

/** Returns the state of a term that is sent only on submit, since the store limits requests. */
export function useTerm(sent: string, onSearch: (term: string) => void) {
  const [term, setTerm] = useState(sent);
  const [shown, setShown] = useState(sent);
  const [isTooShort, setTooShort] = useState(false);
  if (shown !== sent) {
    setShown(sent);
    setTerm(sent);
  }
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const given = term.trim();
    setTooShort(given.length < TERM_LENGTH_MIN);
    if (given.length >= TERM_LENGTH_MIN) onSearch(given);
  };
  return { term, setTerm, submit, error: isTooShort ? `Type at least ${TERM_LENGTH_MIN} characters.` : undefined };
}
