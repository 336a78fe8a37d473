import { TypesetContent } from '@/components/math/typeset-content'
import { Icon } from '@/components/ui/icon'
import { KeyLabel } from '@/components/ui/key-label'
import { Link } from '@/components/ui/link'
import { formatCount, formatQuantity } from '@/lib/platform/format'
import { RepairableStepList } from './repairable-step-list'
import type { RepairableSolution } from './step-repair'
import { StepRepairHistory, AnnotationsAffectedByRepair } from './step-repair-details'

/** Repairs the steps of a solution. */
export function StepRepairScreen({
  slug,
  loadedSolution,
  requestedStep,
}: {
  slug: string
  loadedSolution: RepairableSolution
  /** Number of the current step, from 1; any other number for the first reported step. */
  requestedStep: number
}) {
  const isValidStep =
    Number.isInteger(requestedStep) &&
    requestedStep >= 1 &&
    requestedStep <= loadedSolution.stepCount
  const initialStep = isValidStep ? requestedStep - 1 : (loadedSolution.reports[0]?.step ?? 0)
  return (
    <main id="main" tabIndex={-1} className="sheet flex-1 pt-10 pb-16 outline-none max-desk:pt-6">
      <div className="sheet-row">
        <div className="col-text">
          <p className="pb-2 text-caption">
            <Link href={`/projects/${slug}/splits`}>All reported steps</Link>
          </p>
          <h1>Repair steps</h1>
          <p className="mt-2 font-read text-abstract font-text text-pretty wrap-anywhere text-ink-2">
            {describeRepairableSolution(loadedSolution)}
          </p>
          {loadedSolution.refusal !== null && (
            <p className="flex gap-1.5 pt-3">
              <Icon name="lock" className="mt-0.5 size-4" />
              <span>These steps can’t be repaired. {loadedSolution.refusal}</span>
            </p>
          )}
        </div>
      </div>
      <section aria-label="Problem" className="sheet-row pt-8 pb-4">
        <p className="text-ink-3 max-desk:col-span-full">Problem</p>
        <div className="col-text text-reading max-desk:col-span-full">
          <TypesetContent text={loadedSolution.problem.text} />
        </div>
      </section>
      <div className="border-t border-rule" />
      <RepairableStepList
        key={loadedSolution.solution}
        slug={slug}
        loadedSolution={loadedSolution}
        initialStep={initialStep}
      />
      <div className="sheet-row">
        <div className="col-text pt-2">
          <p className="pb-10 text-caption text-ink-3 max-desk:hidden">
            <KeyLabel name="k" /> and <KeyLabel name="j" /> move between steps.
          </p>
          <AnnotationsAffectedByRepair annotations={loadedSolution.annotations} />
          <StepRepairHistory history={loadedSolution.history} />
        </div>
      </div>
    </main>
  )
}

function describeRepairableSolution({
  externalId,
  stepCount,
  reports,
  revision,
}: RepairableSolution): string {
  const name = externalId === null ? 'This solution' : `Solution ${externalId}`
  const reportedCount = new Set(reports.map(({ step }) => step)).size
  const repairText =
    revision > 1
      ? ` Repaired ${revision - 1 === 1 ? 'once' : formatQuantity(revision - 1, 'time')}.`
      : ''
  const reportText =
    reportedCount === 0
      ? 'none reported.'
      : `${formatCount(reportedCount)} reported as badly split.`
  return `${name} has ${formatQuantity(stepCount, 'step')}; ${reportText}${repairText}`
}
