/**
 * Opens the guideline in a new tab, so that the labelling screen stays open.
 */
export function GuidelineLink({ slug, version }: { slug: string; version: number }) {
  return (
    <a
      href={`/projects/${slug}/guideline`}
      target="_blank"
      rel="noopener"
      className="whitespace-nowrap text-ink-2 no-underline hover:text-ink"
    >
      Guideline v{version}
      <span className="sr-only"> (opens in a new tab)</span>
    </a>
  )
}
