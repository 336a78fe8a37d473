import { ButtonLink } from '@/components/ui/button'
import { Link } from '@/components/ui/link'
import { SectionHead } from '@/components/ui/section-head'
import { formatCount } from '@/lib/platform/format'
import { type ListedRuling, publishHref, rulingHref } from './question'

/** Rulings that are gathered for the next version of the guideline. */
export function DraftsPart({ slug, drafts }: { slug: string; drafts: readonly ListedRuling[] }) {
  return (
    <section aria-labelledby="drafts">
      <SectionHead id="drafts" title="To be published">
        {drafts.length > 0 && formatCount(drafts.length)}
      </SectionHead>
      {drafts.length === 0 ? (
        <p className="border-t border-ink pt-2 text-ink-2">
          No ruling waits. What you rule is gathered here, and goes into the guideline together.
        </p>
      ) : (
        <>
          <ul className="border-y border-ink">
            {drafts.map(({ ruling, heading }) => (
              <li key={ruling} className="border-b border-rule py-1.5 last:border-b-0">
                <Link href={rulingHref(slug, ruling)}>Ruling {ruling}</Link>{' '}
                <span className="wrap-anywhere text-ink-2">{heading}</span>
              </li>
            ))}
          </ul>
          <p className="pt-4">
            <ButtonLink href={publishHref(slug)}>Publish with the guideline</ButtonLink>
          </p>
        </>
      )}
    </section>
  )
}
