import { ButtonLink } from '@/components/ui/button'
import { Link } from '@/components/ui/link'
import { SectionHeader } from '@/components/ui/section-header'
import { formatCount } from '@/lib/platform/format'
import { type DecisionListItem, publishDecisionDraftsHref, decisionHref } from './question'

/** Draft decisions for the next version of the guideline. */
export function DecisionDraftsList({
  slug,
  drafts,
}: {
  slug: string
  drafts: readonly DecisionListItem[]
}) {
  return (
    <section aria-labelledby="drafts">
      <SectionHeader id="drafts" title="Draft decisions">
        {drafts.length > 0 && formatCount(drafts.length)}
      </SectionHeader>
      {drafts.length === 0 ? (
        <p className="border-t border-ink pt-2 text-ink-2">
          Your decisions appear here until you publish them with the guideline.
        </p>
      ) : (
        <>
          <ul className="border-y border-ink">
            {drafts.map(({ decision, heading }) => (
              <li key={decision} className="border-b border-rule py-1.5 last:border-b-0">
                <Link href={decisionHref(slug, decision)}>Decision {decision}</Link>{' '}
                <span className="wrap-anywhere text-ink-2">{heading}</span>
              </li>
            ))}
          </ul>
          <p className="pt-4">
            <ButtonLink href={publishDecisionDraftsHref(slug)}>Publish with guideline</ButtonLink>
          </p>
        </>
      )}
    </section>
  )
}
