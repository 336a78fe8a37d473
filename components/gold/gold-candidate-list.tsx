'use client'

import { useRouter } from 'next/navigation'
import { type ReactNode, useState } from 'react'
import { SmallTypesetText } from '@/components/math/small-typeset-text'
import { useAction } from '@/components/shell/use-action'
import { Button } from '@/components/ui/button'
import { DataTable } from '@/components/ui/data-table'
import { EmptyText } from '@/components/ui/empty-text'
import { Link } from '@/components/ui/link'
import { OutcomeNotice } from '@/components/ui/outcome-notice'
import { formatCount, formatQuantity } from '@/lib/platform/format'
import { describeGoldFirstErrors } from './describe-gold'
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
  const [selectedIds, setSelectedIds] = useState<ReadonlySet<string>>(new Set())
  const acceptAction = useAction(() => router.refresh())
  const selectedCandidates = candidates.filter(({ solution }) => selectedIds.has(solution))
  const areAllSelected = selectedCandidates.length === candidates.length

  function select(solutions: readonly string[], isSelected: boolean) {
    const newSelection = new Set(selectedIds)
    for (const solution of solutions)
      if (isSelected) newSelection.add(solution)
      else newSelection.delete(solution)
    setSelectedIds(newSelection)
  }

  async function acceptSelected() {
    if (selectedCandidates.length === 0) return
    if (await acceptAction.runAction(() => acceptGoldCandidates(slug, selectedCandidates)))
      setSelectedIds(new Set())
  }

  if (candidates.length === 0)
    return (
      <>
        <EmptyText>{children}</EmptyText>
        <OutcomeNotice outcome={acceptAction.outcome} className="pt-4" />
      </>
    )
  return (
    <>
      <DataTable
        aria-label="Agreed by annotators"
        rows={candidates}
        rowKey={({ solution }) => solution}
        hasLinks
        columns={[
          canAccept && {
            header: (
              <SelectionCheckbox
                label="Select all on this page"
                checked={areAllSelected}
                onChange={(isSelected) =>
                  select(
                    candidates.map(({ solution }) => solution),
                    isSelected,
                  )
                }
              />
            ),
            cellClassName: 'w-8 pt-2',
            render: ({ solution, externalId }) => (
              <SelectionCheckbox
                label={`Accept ${externalId ?? solution}`}
                checked={selectedIds.has(solution)}
                onChange={(isSelected) => select([solution], isSelected)}
              />
            ),
          },
          {
            header: 'Problem and outcome',
            cellClassName: 'pt-2 pb-2.5 wrap-anywhere',
            render: (candidate) => <ProblemAndOutcome candidate={candidate} />,
          },
          {
            header: 'Annotators',
            numeric: true,
            cellClassName: 'pt-2',
            render: ({ people }) => formatCount(people),
          },
        ]}
      />
      {canAccept && (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2 pt-4">
          <Button
            tone="primary"
            aria-disabled={selectedCandidates.length === 0 || acceptAction.isBusy}
            onClick={() => void acceptSelected()}
          >
            {selectedCandidates.length === 0
              ? 'Select solutions to accept'
              : `Accept ${formatQuantity(selectedCandidates.length, 'solution')} as gold`}
          </Button>
          <OutcomeNotice outcome={acceptAction.outcome} />
        </div>
      )}
    </>
  )
}

function SelectionCheckbox({
  label,
  checked,
  onChange,
}: {
  label: string
  checked: boolean
  onChange: (isSelected: boolean) => void
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

function ProblemAndOutcome({ candidate }: { candidate: TypesetGoldCandidate }) {
  const { error, step, explanation, stepCount } = candidate
  return (
    <>
      <SmallTypesetText text={candidate.problem} />
      <p className="pt-0.5 text-caption text-ink-3">
        <Link href={candidate.href} className="font-label">
          {describeGoldFirstErrors(error === null ? [] : [error], stepCount)}
        </Link>
        {candidate.externalId !== null && `, ${candidate.externalId}`}
      </p>
      {step && <SmallTypesetText text={step} className="text-ink-2" />}
      {explanation && <SmallTypesetText text={explanation} className="text-ink-2 italic" />}
    </>
  )
}
