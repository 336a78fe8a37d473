import { useEffect, useRef } from 'react'
import { TypesetContent } from '@/components/math/typeset-content'
import { Button } from '@/components/ui/button'
import { FieldError } from '@/components/ui/field-error'
import { capitalise } from '@/lib/platform/format'
import {
  describeStepChange,
  describeRepairEffects,
  describeGoldEffect,
} from '@/lib/splits/describe-repair'
import type { StepChange } from '@/lib/splits/repair-steps'
import { SplitPositionPicker } from './split-position-picker'
import type { RepairableSolution } from './step-repair'
import { useRepairPreview } from './use-repair-preview'
import type { StepRepairEditor } from './use-step-repair-editor'

interface RepairPanelProps {
  slug: string
  loadedSolution: RepairableSolution
  change: StepChange
  editor: StepRepairEditor
}

/** A split or merge of the current step: cut position, preview, and effect on labels. */
export function StepRepairPanel({ slug, loadedSolution, change, editor }: RepairPanelProps) {
  const { preview, requestError } = useRepairPreview(slug, loadedSolution, change)
  const isSplit = change.kind === 'split'
  const changeText = describeStepChange(change)
  const panel = useRef<HTMLElement>(null)
  // If the button of the step kept the focus, Enter would select the step. A split moves the focus to its cut.
  useEffect(() => {
    if (!isSplit) panel.current?.focus({ preventScroll: true })
  }, [isSplit])
  const title = capitalise(changeText)
  return (
    <section
      ref={panel}
      tabIndex={-1}
      aria-label={title}
      className="border-t border-rule pt-3 outline-none"
    >
      {isSplit && (
        <>
          <p className="pb-2 text-caption text-ink-3">
            Click where to split, or move the mark: left and right by word, up and down by sentence.
          </p>
          <SplitPositionPicker source={editor.source} at={change.at[0]!} onMove={editor.move} />
        </>
      )}
      <div aria-live="polite" className="min-h-16">
        {preview && (
          <>
            <ol aria-label="New steps" className="pt-3">
              {preview.steps.map(({ text }, i) => (
                <li key={i} className="grid grid-cols-[2rem_1fr] items-baseline py-1.5">
                  <span className="font-bold text-accent">{change.step + i + 1}</span>
                  <div className="min-w-0 text-reading">
                    <TypesetContent text={text} />
                  </div>
                </li>
              ))}
            </ol>
            <p className="pt-2">
              {describeRepairEffects(preview.effects)} {describeGoldEffect(preview.gold)}
            </p>
          </>
        )}
        <FieldError message={requestError} className="pt-3" />
      </div>
      <div className="flex flex-wrap gap-2 pt-3">
        <Button
          tone="primary"
          keyCap="⏎"
          aria-keyshortcuts="Enter"
          aria-disabled={editor.isBusy}
          onClick={editor.repair}
        >
          {title}
        </Button>
        <Button keyCap="Esc" onClick={editor.close}>
          Cancel
        </Button>
      </div>
    </section>
  )
}
