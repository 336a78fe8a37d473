'use client'

import { useRouter } from 'next/navigation'
import { type ReactNode, useState } from 'react'
import { TypesetContent } from '@/components/math/typeset-content'
import { useAction } from '@/components/shell/use-action'
import { Button } from '@/components/ui/button'
import { Link } from '@/components/ui/link'
import { OutcomeNotice } from '@/components/ui/outcome-notice'
import { TableCell, TableHeaderCell, TableRow, Table } from '@/components/ui/table'
import { formatCount, formatQuantity } from '@/lib/platform/format'
import { formatGoldTitle } from './describe-gold'
import { acceptGoldCandidates } from './send-gold'
import type { TypesetGoldCandidate } from './typeset-gold-candidate'

/** Solutions that annotators agree on, with checkboxes to accept several as gold. */
export function GoldCandidateList({
  slug,
  candidates,
  canAccept,
  children,
}: {
  slug: string
  candidates: readonly TypesetGoldCandidate[]
  canAccept: boolean
  /** Shown if the list is empty. */
  children: ReactNode
}) {
  const router = useRouter()
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set())
  const sending = useAction(() => router.refresh())
  const selectedCandidates = candidates.filter(({ solution }) => ticked.has(solution))
  const isAll = selectedCandidates.length === candidates.length

  function tick(solutions: readonly string[], isIn: boolean) {
    const next = new Set(ticked)
    for (const solution of solutions)
      if (isIn) next.add(solution)
      else next.delete(solution)
    setTicked(next)
  }

  async function acceptAll() {
    if (selectedCandidates.length === 0) return
    if (await sending.runAction(() => acceptGoldCandidates(slug, selectedCandidates)))
      setTicked(new Set())
  }

  if (candidates.length === 0)
    return (
      <>
        <p className="max-w-abstract border-t border-ink pt-3 text-strong text-ink-2">{children}</p>
        <OutcomeNotice outcome={sending.outcome} className="pt-4" />
      </>
    )
  return (
    <>
      <Table aria-label="Agreed by annotators">
        <thead>
          <tr>
            {canAccept && (
              <TableHeaderCell>
                <Tick
                  label="Select all on this page"
                  checked={isAll}
                  onChange={(isIn) =>
                    tick(
                      candidates.map(({ solution }) => solution),
                      isIn,
                    )
                  }
                />
              </TableHeaderCell>
            )}
            <TableHeaderCell>Problem and outcome</TableHeaderCell>
            <TableHeaderCell numeric>Annotators</TableHeaderCell>
          </tr>
        </thead>
        <tbody>
          {candidates.map((candidate) => (
            <CandidateRow key={candidate.solution} candidate={candidate}>
              {canAccept && (
                <TableCell className="w-8 pt-2">
                  <Tick
                    label={`Accept ${candidate.externalId ?? candidate.solution}`}
                    checked={ticked.has(candidate.solution)}
                    onChange={(isIn) => tick([candidate.solution], isIn)}
                  />
                </TableCell>
              )}
            </CandidateRow>
          ))}
        </tbody>
      </Table>
      {canAccept && (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2 pt-4">
          <Button
            tone="primary"
            aria-disabled={selectedCandidates.length === 0 || sending.isBusy}
            onClick={() => void acceptAll()}
          >
            {selectedCandidates.length === 0
              ? 'Select solutions to accept'
              : `Accept ${formatQuantity(selectedCandidates.length, 'solution')} as gold`}
          </Button>
          <OutcomeNotice outcome={sending.outcome} />
        </div>
      )}
    </>
  )
}

function Tick({
  label,
  checked,
  onChange,
}: {
  label: string
  checked: boolean
  onChange: (isIn: boolean) => void
}) {
  return (
    <input
      type="checkbox"
      aria-label={label}
      checked={checked}
      onChange={(event) => onChange(event.target.checked)}
      className="size-4 translate-y-0.5 accent-accent"
    />
  )
}

function CandidateRow({
  candidate,
  children,
}: {
  candidate: TypesetGoldCandidate
  /** The cell with the checkbox. */
  children: ReactNode
}) {
  const { error, step, explanation, stepCount } = candidate
  return (
    <TableRow>
      {children}
      <TableCell className="pt-2 pb-2.5 wrap-anywhere">
        <div className="font-read text-excerpt font-text">
          <TypesetContent text={candidate.problem} />
        </div>
        <p className="pt-0.5 text-caption text-ink-3">
          <Link href={candidate.href} className="font-label">
            {formatGoldTitle(error === null ? [] : [error], stepCount)}
          </Link>
          {candidate.externalId !== null && `, ${candidate.externalId}`}
        </p>
        {step && (
          <div className="font-read text-excerpt font-text text-ink-2">
            <TypesetContent text={step} />
          </div>
        )}
        {explanation && (
          <div className="font-read text-excerpt font-text text-ink-2 italic">
            <TypesetContent text={explanation} />
          </div>
        )}
      </TableCell>
      <TableCell numeric className="pt-2">
        {formatCount(candidate.people)}
      </TableCell>
    </TableRow>
  )
}
