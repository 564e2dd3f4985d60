import * as z from "zod";

export const NOTES_MAX = 1_000;
export const NOTE_LENGTH_MAX = 1_000;

export const noteTextField = () => z.string().trim().min(1, "The text field is required.").max(NOTE_LENGTH_MAX);
