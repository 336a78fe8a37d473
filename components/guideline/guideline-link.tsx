/**
 * For the running head of the labelling screen: which version one works by. In a tab of its own, so that the work stays
 * where it is.
 */
export function GuidelineLink({ slug, version }: { slug: string; version: number }) {
  return (
    <a
      href={`/projects/${slug}/guideline`}
      target="_blank"
      rel="noopener"
      className="whitespace-nowrap text-ink-2 no-underline hover:text-ink"
    >
      Guideline {version}
      <span className="sr-only"> (opens in a new tab)</span>
    </a>
  )
}
