'use client'

import { type ReactNode, useState } from 'react'
import { Link } from '@/components/ui/link'
import { LinkButton } from '@/components/ui/link-button'
import { SectionHeader } from '@/components/ui/section-header'
import { formatCount } from '@/lib/platform/format'
import type { NotSelectedReason } from '@/lib/rounds/contract'
import { describeNotSelectedReason } from './describe-not-selected-reason'
import { NotSelectedExamples } from './not-selected-examples'
import { queueHref, type NotSelectedGroup, type Round } from './round'

type Outcome = Pick<NonNullable<Round['outcome']>, 'solutions' | 'queued' | 'notSelected'>

/** How a round got from all solutions to its selection: one reason per row, with examples. */
export function SelectionBreakdown({
  slug,
  outcome,
  policy,
  isPlan,
}: {
  slug: string
  outcome: Outcome
  policy: Pick<Round['policy'], 'perProblem'>
  isPlan: boolean
}) {
  const [expanded, setExpanded] = useState<NotSelectedReason | null>(null)
  const groups = outcome.notSelected
    .filter(({ solutions }) => solutions > 0)
    .toSorted((a, b) => b.solutions - a.solutions)
  return (
    <section aria-labelledby="not-selected">
      <SectionHeader id="not-selected" title="Not selected">
        Each solution is counted once, under the first reason that applies
      </SectionHeader>
      <ul className="border-y border-ink py-1">
        <BreakdownLine count={formatCount(outcome.solutions)}>
          {outcome.solutions === 1 ? 'solution' : 'solutions'} in total
        </BreakdownLine>
        {groups.map((group) => (
          <BreakdownLine key={group.reason} count={`−${formatCount(group.solutions)}`}>
            {describeNotSelectedReason(group.reason, policy)}{' '}
            <ReasonActions
              slug={slug}
              group={group}
              isExpanded={expanded === group.reason}
              onToggle={() => setExpanded(expanded === group.reason ? null : group.reason)}
            />
            {expanded === group.reason && <NotSelectedExamples slug={slug} group={group} />}
          </BreakdownLine>
        ))}
        <li className="mt-1 grid grid-cols-[4rem_minmax(0,1fr)] gap-x-4 border-t border-line pt-2 pb-1 font-strong">
          <span className="text-right">{formatCount(outcome.queued)}</span>
          <span>{isPlan ? 'selected for this round' : 'queued in this round'}</span>
        </li>
      </ul>
    </section>
  )
}

function BreakdownLine({ count, children }: { count: string; children: ReactNode }) {
  return (
    <li className="grid grid-cols-[4rem_minmax(0,1fr)] gap-x-4 py-1">
      <span className="text-right">{count}</span>
      <div className="min-w-0">{children}</div>
    </li>
  )
}

/** A link to resolve the reason, where there is one, and a toggle for examples. */
function ReasonActions({
  slug,
  group: { reason, examples },
  isExpanded,
  onToggle,
}: {
  slug: string
  group: NotSelectedGroup
  isExpanded: boolean
  onToggle: () => void
}) {
  const toggle = examples.length > 0 && (
    <LinkButton
      aria-expanded={isExpanded}
      aria-label={`${isExpanded ? 'Hide' : 'Show'} examples: ${describeNotSelectedReason(reason, { perProblem: null })}`}
      onClick={onToggle}
    >
      {isExpanded ? 'Hide' : 'Examples'}
    </LinkButton>
  )
  if (reason === 'unsure-answer')
    return (
      <>
        <Link href={`/projects/${slug}/answers`}>Set verdicts</Link> {toggle}
      </>
    )
  if (reason === 'excluded')
    return (
      <>
        <Link href={`${queueHref(slug)}#excluded`}>Restore</Link> {toggle}
      </>
    )
  return toggle
}
