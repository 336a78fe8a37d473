import { Typeset } from '@/components/math/typeset'
import { Button } from '@/components/ui/button'
import { Icon } from '@/components/ui/icon'
import { describeChange, describeEffects, describeGoldEffect } from '@/lib/review/describe-repair'
import type { StepChange } from '@/lib/review/repair-steps'
import type { Split } from './split'
import { StepCutter } from './step-cutter'
import { useRepairPreview } from './use-repair-preview'
import type { SplitBoardState } from './use-split-board'

interface RepairPanelProps {
  slug: string
  split: Split
  change: StepChange
  board: SplitBoardState
}

/** Opens below the lit step: where to cut, what comes of it as it will be read, and what happens to labels. */
export function RepairPanel({ slug, split, change, board }: RepairPanelProps) {
  const shown = useRepairPreview(slug, split, change)
  const isSplit = change.kind === 'split'
  const words = describeChange(change)
  const title = words.charAt(0).toUpperCase() + words.slice(1)
  return (
    <section aria-label={title} className="border-t border-rule pt-3">
      {isSplit && (
        <>
          <p className="pb-2 text-caption text-ink-3">
            Click where the step should end. Left and right move the cut by words, up and down by
            sentences.
          </p>
          <StepCutter source={board.source} at={change.at[0]!} onMove={board.move} />
        </>
      )}
      <div aria-live="polite" className="min-h-16">
        {shown && 'preview' in shown && (
          <>
            <ol aria-label="New steps" className="pt-3">
              {shown.preview.steps.map(({ text }, i) => (
                <li key={i} className="grid grid-cols-[2rem_1fr] items-baseline py-1.5">
                  <span className="font-bold text-accent">{change.step + i + 1}</span>
                  <div className="min-w-0 text-reading">
                    <Typeset text={text} />
                  </div>
                </li>
              ))}
            </ol>
            <p className="pt-2">
              {describeEffects(shown.preview.effects)} {describeGoldEffect(shown.preview.gold)}
            </p>
          </>
        )}
        {shown && 'problem' in shown && (
          <p className="flex gap-1.5 pt-3 text-negative">
            <Icon name="warn" className="mt-0.5 size-4" />
            {shown.problem}
          </p>
        )}
      </div>
      <div className="flex flex-wrap gap-2 pt-3">
        <Button
          tone="primary"
          keyCap="⏎"
          aria-keyshortcuts="Enter"
          aria-disabled={board.isBusy}
          onClick={board.repair}
        >
          {title}
        </Button>
        <Button keyCap="Esc" onClick={board.close}>
          Leave it
        </Button>
      </div>
    </section>
  )
}
