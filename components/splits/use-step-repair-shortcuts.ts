import { useEffect } from 'react'
import { useShortcuts } from '@/components/shell/use-shortcuts'
import type { StepRepairEditor } from './use-step-repair-editor'

/** Shortcuts of the page. While a repair is open, only those of the repair. */
export function useStepRepairShortcuts(
  editor: StepRepairEditor,
  dismissReports: () => void,
  pageStart: number,
) {
  const { startSplit, startMerge } = editor
  useShortcuts(
    editor.change
      ? { Enter: () => void editor.repair(), Escape: editor.close, m: startMerge, c: startSplit }
      : {
          k: () => editor.selectStep(editor.currentStep - 1),
          j: () => editor.selectStep(editor.currentStep + 1),
          c: startSplit,
          m: startMerge,
          x: dismissReports,
        },
  )
  useEffect(() => {
    document.getElementById(`step-${editor.currentStep + 1}`)?.scrollIntoView({ block: 'nearest' })
  }, [editor.currentStep, pageStart])
  const isRepairOpen = editor.change !== null
  useEffect(() => {
    // The panel had the focus, so move it to the step instead of the top of the page.
    if (!isRepairOpen && document.activeElement === document.body)
      document
        .getElementById(`row-number-${editor.currentStep + 1}`)
        ?.focus({ preventScroll: true })
  }, [isRepairOpen, editor.currentStep])
}
