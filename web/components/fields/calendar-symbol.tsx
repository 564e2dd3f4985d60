export function CalendarSymbol() {
  return (
    <svg
      width="16"
      height="16"
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      aria-hidden="true"
    >
      <rect x="1.75" y="2.75" width="12.5" height="11.5" rx="2" />
      <path d="M1.75 6.5h12.5M5 1v3M11 1v3" />
    </svg>
  );
}
