import { useEffect } from 'react'
import { isStepOnPage, type StepPage } from '@/components/annotations/step-page'
import { useShortcuts } from '@/components/shell/use-shortcuts'
import type { ShortcutHandlersByKey } from '@/lib/client/shortcuts'
import type { StepRepairEditor } from './use-step-repair-editor'

/** Binds the shortcuts, and scrolls to the current step when it changes. */
export function useStepRepairShortcuts(
  editor: StepRepairEditor,
  dismissReports: () => void,
  page: StepPage,
) {
  const { pageStart } = page
  useShortcuts(bindStepRepairKeys(editor, dismissReports, isStepOnPage(page, editor.currentStep)))
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

/**
 * The shortcuts of the page. While a repair is open, only those of the repair. Nothing changes a current step that is on
 * another page.
 */
export function bindStepRepairKeys(
  editor: Pick<
    StepRepairEditor,
    'currentStep' | 'change' | 'selectStep' | 'startSplit' | 'startMerge' | 'repair' | 'close'
  >,
  dismissReports: () => void,
  isCurrentStepOnPage: boolean,
): ShortcutHandlersByKey {
  const { currentStep, change, selectStep, close } = editor
  const moveKeys = { k: () => selectStep(currentStep - 1), j: () => selectStep(currentStep + 1) }
  if (!isCurrentStepOnPage) return change ? { Escape: close } : moveKeys
  const repairKeys = { c: editor.startSplit, m: editor.startMerge }
  return change
    ? { ...repairKeys, Enter: () => void editor.repair(), Escape: close }
    : { ...repairKeys, ...moveKeys, x: dismissReports }
}
