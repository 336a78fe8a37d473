'use client'

import { type ReactNode, useState } from 'react'
import { Link } from '@/components/ui/link'
import { LinkButton } from '@/components/ui/link-button'
import { SectionHead } from '@/components/ui/section-head'
import type { LeftOutReason } from '@/lib/rounds/contract'
import { formatCount } from '@/lib/platform/format'
import { LedgerExamples } from './ledger-examples'
import { describeLeftOut } from './left-out-words'
import { addressQueue, type LeftOut, type Round } from './round'

type Outcome = Pick<NonNullable<Round['outcome']>, 'solutions' | 'queued' | 'leftOut'>

/** From all solutions to those of the round, one reason a line; each opens to some that it is about. */
export function Ledger({
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
  const [opened, setOpened] = useState<LeftOutReason | null>(null)
  const left = outcome.leftOut
    .filter(({ solutions }) => solutions > 0)
    .toSorted((a, b) => b.solutions - a.solutions)
  return (
    <section aria-labelledby="left-out">
      <SectionHead id="left-out" title="What was left out, and why" />
      <ul className="border-y border-ink py-1">
        <LedgerLine count={formatCount(outcome.solutions)}>
          {outcome.solutions === 1 ? 'solution' : 'solutions'} in all
        </LedgerLine>
        {left.map((line) => (
          <LedgerLine key={line.reason} count={`−${formatCount(line.solutions)}`}>
            {describeLeftOut(line.reason, policy)}{' '}
            <WayOn
              slug={slug}
              line={line}
              isOpen={opened === line.reason}
              onToggle={() => setOpened(opened === line.reason ? null : line.reason)}
            />
            {opened === line.reason && <LedgerExamples slug={slug} line={line} />}
          </LedgerLine>
        ))}
        <li className="mt-1 grid grid-cols-[4rem_minmax(0,1fr)] gap-x-4 border-t border-line pt-2 pb-1 font-strong">
          <span className="text-right">{formatCount(outcome.queued)}</span>
          <span>{isPlan ? 'would be in this round' : 'queued in this round'}</span>
        </li>
      </ul>
    </section>
  )
}

function LedgerLine({ count, children }: { count: string; children: ReactNode }) {
  return (
    <li className="grid grid-cols-[4rem_minmax(0,1fr)] gap-x-4 py-1">
      <span className="text-right">{count}</span>
      <div className="min-w-0">{children}</div>
    </li>
  )
}

/** Where something can be done about it, there; and some of them, here. */
function WayOn({
  slug,
  line: { reason, examples },
  isOpen,
  onToggle,
}: {
  slug: string
  line: LeftOut
  isOpen: boolean
  onToggle: () => void
}) {
  const see = examples.length > 0 && (
    <LinkButton
      aria-expanded={isOpen}
      aria-label={`${isOpen ? 'Hide' : 'See'} examples: ${describeLeftOut(reason, { perProblem: null })}`}
      onClick={onToggle}
    >
      {isOpen ? 'Hide' : 'See'}
    </LinkButton>
  )
  if (reason === 'unsettled-answer')
    return (
      <>
        <Link href={`/projects/${slug}/answers`}>Settle</Link> {see}
      </>
    )
  if (reason === 'taken-out')
    return (
      <>
        <Link href={`${addressQueue(slug)}#taken-out`}>Put back</Link> {see}
      </>
    )
  return see
}
