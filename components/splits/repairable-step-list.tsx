'use client'

import { useMemo } from 'react'
import { StepPageLinks } from '@/components/annotations/step-page-links'
import { useOpenPageOfCurrentStep } from '@/components/annotations/use-open-page-of-current-step'
import { Button } from '@/components/ui/button'
import { OutcomeNotice } from '@/components/ui/outcome-notice'
import { formatCount } from '@/lib/platform/format'
import { listCutPositions } from '@/lib/splits/cut-positions'
import { RepairableStep } from './repairable-step'
import type { RepairableSolution } from './step-repair'
import { StepRepairPanel } from './step-repair-panel'
import { type StepRepairEditor, useStepRepairEditor } from './use-step-repair-editor'
import { useStepRepairShortcuts } from './use-step-repair-shortcuts'

/** The steps of a solution. The current one can be split or merged, and its reports dismissed. */
export function RepairableStepList({
  slug,
  loadedSolution,
  initialStep,
}: {
  slug: string
  loadedSolution: RepairableSolution
  initialStep: number
}) {
  const editor = useStepRepairEditor(slug, loadedSolution, initialStep)
  const { currentStep, change, dismissal } = editor
  const { steps, pageStart, stepCount, reports } = loadedSolution
  const path = `/projects/${slug}/splits/${loadedSolution.solution}`
  useOpenPageOfCurrentStep(path, loadedSolution, currentStep)
  const currentReports = reports.filter(({ step }) => step === currentStep)
  const dismissCurrentReports = () =>
    void editor.setReportsDismissed(
      { step: currentStep, annotations: currentReports.map(({ annotation }) => annotation) },
      true,
    )
  useStepRepairShortcuts(editor, dismissCurrentReports, loadedSolution)
  const reportsByStep = useMemo(() => groupReports(reports), [reports])
  return (
    <>
      <ol aria-label={`Solution, ${stepCount} steps`} className="pt-3 pb-1">
        {steps.map((step, offset) => {
          const index = pageStart + offset
          return (
            <RepairableStep
              key={index}
              index={index}
              count={stepCount}
              step={step}
              reports={reportsByStep[index] ?? noReports}
              isCurrent={index === currentStep}
              onSelect={editor.selectStep}
            >
              {index === currentStep && (
                <>
                  {change ? (
                    <StepRepairPanel
                      slug={slug}
                      loadedSolution={loadedSolution}
                      change={change}
                      editor={editor}
                    />
                  ) : (
                    <StepActions
                      editor={editor}
                      hasNext={currentStep < stepCount - 1}
                      reportCount={currentReports.length}
                      onDismiss={dismissCurrentReports}
                    />
                  )}
                  <OutcomeNotice
                    outcome={editor.outcome}
                    onUndo={dismissal && (() => void editor.setReportsDismissed(dismissal, false))}
                    className="pt-3"
                  />
                </>
              )}
            </RepairableStep>
          )
        })}
      </ol>
      <StepPageLinks path={path} page={loadedSolution} />
    </>
  )
}

const noReports: RepairableSolution['reports'] = []

function groupReports(
  reports: RepairableSolution['reports'],
): Record<number, RepairableSolution['reports']> {
  const reportsByStep: Record<number, RepairableSolution['reports']> = {}
  for (const report of reports) (reportsByStep[report.step] ??= []).push(report)
  return reportsByStep
}

function StepActions({
  editor,
  hasNext,
  reportCount,
  onDismiss,
}: {
  editor: StepRepairEditor
  hasNext: boolean
  /** Open reports of a bad split at this step. */
  reportCount: number
  onDismiss: () => void
}) {
  const canCut = useMemo(() => listCutPositions(editor.source).length > 0, [editor.source])
  return (
    <div className="flex flex-wrap items-center gap-2">
      {editor.canRepair && canCut && (
        <Button keyCap="c" aria-keyshortcuts="c" onClick={editor.startSplit}>
          Split
        </Button>
      )}
      {editor.canRepair && hasNext && (
        <Button keyCap="m" aria-keyshortcuts="m" onClick={editor.startMerge}>
          Merge with step {editor.currentStep + 2}
        </Button>
      )}
      {reportCount > 0 && (
        <Button keyCap="x" aria-keyshortcuts="x" aria-disabled={editor.isBusy} onClick={onDismiss}>
          {reportCount === 1 ? 'Dismiss report' : `Dismiss ${formatCount(reportCount)} reports`}
        </Button>
      )}
    </div>
  )
}
