import { EmptyText } from '@/components/ui/empty-text'
import { Link } from '@/components/ui/link'
import { formatInstant } from '@/lib/platform/format'
import { describeDecision } from './describe-questions'
import { decisionHref, type DecisionsReply, questionsHref } from './question'

/** Decisions with their status, newest first. */
export function DecisionsList({
  slug,
  list: { decisions, next },
}: {
  slug: string
  list: DecisionsReply
}) {
  if (decisions.length === 0)
    return <EmptyText>Decisions appear here when you answer questions.</EmptyText>
  return (
    <>
      <ol aria-label="Decisions" className="border-y border-ink">
        {decisions.map((decision) => (
          <li key={decision.decision} className="border-b border-rule py-2.5 last:border-b-0">
            <p className="text-strong wrap-anywhere">
              <Link href={decisionHref(slug, decision.decision)}>Decision {decision.decision}</Link>{' '}
              {decision.heading}
            </p>
            <p className="text-ink-2">{describeDecision(decision)}</p>
            <p className="text-caption text-ink-3">
              {decision.by}, {formatInstant(decision.createdAt)} UTC
            </p>
          </li>
        ))}
      </ol>
      {next !== null && (
        <p className="pt-3">
          <Link href={`${questionsHref(slug, { show: 'decisions' })}&before=${next}`}>
            Next page
          </Link>
        </p>
      )}
    </>
  )
}
