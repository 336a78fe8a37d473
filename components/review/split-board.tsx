'use client'

import { useMemo } from 'react'
import { Button } from '@/components/ui/button'
import { LinkButton } from '@/components/ui/link-button'
import { Outcome, type OutcomeWords } from '@/components/ui/outcome'
import { listCutPlaces } from '@/lib/review/cut-places'
import { RepairPanel } from './repair-panel'
import type { Split } from './split'
import { SplitStep } from './split-step'
import { type SplitBoardState, useSplitBoard } from './use-split-board'
import { useSplitKeys } from './use-split-keys'

/** The steps of a solution, one of them lit: it can be split, merged with the next, or left as it is. */
export function SplitBoard({ slug, split, first }: { slug: string; split: Split; first: number }) {
  const board = useSplitBoard(slug, split, first)
  const { lit, change } = board
  const { steps, reports } = split
  const own = reports.filter(({ step }) => step === lit)
  const leave = () =>
    void board.dismiss({ step: lit, annotations: own.map(({ annotation }) => annotation) }, true)
  useSplitKeys(board, leave)
  const byStep = useMemo(() => groupReports(reports), [reports])
  return (
    <ol aria-label={`Solution, ${steps.length} steps`} className="pt-3 pb-1">
      {steps.map((step, index) => (
        <SplitStep
          key={index}
          index={index}
          count={steps.length}
          step={step}
          reports={byStep[index] ?? none}
          isLit={index === lit}
          onLight={board.light}
        >
          {index === lit && (
            <>
              {change ? (
                <RepairPanel slug={slug} split={split} change={change} board={board} />
              ) : (
                <StepActs
                  board={board}
                  hasNext={lit < steps.length - 1}
                  onLeave={own.length > 0 ? leave : null}
                />
              )}
              <Outcome outcome={withUndo(board)} className="pt-3" />
            </>
          )}
        </SplitStep>
      ))}
    </ol>
  )
}

const none: Split['reports'] = []

function groupReports(reports: Split['reports']): Record<number, Split['reports']> {
  const byStep: Record<number, Split['reports']> = {}
  for (const report of reports) (byStep[report.step] ??= []).push(report)
  return byStep
}

/** What came of it; reports that were put aside can be taken up again from there. */
function withUndo({ outcome, dismissal, dismiss }: SplitBoardState): OutcomeWords | null {
  if (!outcome || !dismissal) return outcome
  const undo = <LinkButton onClick={() => dismiss(dismissal, false)}>Undo</LinkButton>
  return {
    ...outcome,
    words: (
      <>
        {outcome.words} {undo}
      </>
    ),
  }
}

function StepActs({
  board,
  hasNext,
  onLeave,
}: {
  board: SplitBoardState
  hasNext: boolean
  /** Null where nothing is reported. */
  onLeave: (() => void) | null
}) {
  const canCut = useMemo(() => listCutPlaces(board.source).length > 0, [board.source])
  return (
    <div className="flex flex-wrap items-center gap-2">
      {board.canRepair && canCut && (
        <Button keyCap="c" aria-keyshortcuts="c" onClick={board.askSplit}>
          Split
        </Button>
      )}
      {board.canRepair && hasNext && (
        <Button keyCap="m" aria-keyshortcuts="m" onClick={board.askMerge}>
          Merge with step {board.lit + 2}
        </Button>
      )}
      {onLeave && (
        <Button keyCap="x" aria-keyshortcuts="x" aria-disabled={board.isBusy} onClick={onLeave}>
          Leave as it is
        </Button>
      )}
    </div>
  )
}
