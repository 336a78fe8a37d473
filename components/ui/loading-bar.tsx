/** Nothing for 200 ms, then a hairline under the running head. No spinner, no grey boxes. */
export function LoadingBar({ label }: { label: string }) {
  return (
    <div
      role="progressbar"
      aria-label={label}
      className="sticky top-head z-20 h-0.5 animate-appear bg-rule"
    >
      <div className="h-full w-1/3 bg-accent" />
    </div>
  )
}
