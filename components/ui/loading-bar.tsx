/** A line below the page header that appears after 200 ms. */
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
