import { Link } from '@/components/ui/link'
import { formatInstant } from '@/lib/platform/format'
import { describeRuling } from './describe-questions'
import { addressQuestions, rulingHref, type RulingList } from './question'

/** Every ruling with what became of it, the last first. */
export function RulingsList({ slug, list: { rulings, next } }: { slug: string; list: RulingList }) {
  if (rulings.length === 0)
    return <p className="border-t border-ink pt-3 text-ink-2">Nobody has ruled on anything yet.</p>
  return (
    <>
      <ol aria-label="Rulings" className="border-y border-ink">
        {rulings.map((ruling) => (
          <li key={ruling.ruling} className="border-b border-rule py-2.5 last:border-b-0">
            <p className="text-strong wrap-anywhere">
              <Link href={rulingHref(slug, ruling.ruling)}>Ruling {ruling.ruling}</Link>{' '}
              {ruling.heading}
            </p>
            <p className="text-ink-2">{describeRuling(ruling)}</p>
            <p className="text-caption text-ink-3">
              {ruling.by}, {formatInstant(ruling.createdAt)} UTC
            </p>
          </li>
        ))}
      </ol>
      {next !== null && (
        <p className="pt-3">
          <Link href={`${addressQuestions(slug, { show: 'rulings' })}&before=${next}`}>
            Earlier ones
          </Link>
        </p>
      )}
    </>
  )
}
