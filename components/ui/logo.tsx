/** A tick in the shape of rising steps. */
export function Logo() {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 20 20"
      fill="none"
      stroke="currentColor"
      strokeWidth={2.25}
      strokeLinecap="round"
      strokeLinejoin="round"
      className="size-5 flex-none text-accent"
    >
      <path d="M2 10l4.5 5.5V12h4V8.5h4V5H18" />
    </svg>
  )
}
