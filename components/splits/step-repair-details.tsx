import { hiddenAnnotatorLabel } from '@/components/reviews/describe-review'
import { DataTable } from '@/components/ui/data-table'
import { SectionHeader } from '@/components/ui/section-header'
import { formatCount, formatInstant } from '@/lib/platform/format'
import { describePastRepair } from '@/lib/splits/describe-repair'
import type { RepairableSolution } from './step-repair'

type AnnotationRow = RepairableSolution['annotations'][number]

/** Annotations of the solution, which a repair affects. */
export function AnnotationsAffectedByRepair({
  annotations,
}: {
  annotations: RepairableSolution['annotations']
}) {
  return (
    <section aria-labelledby="annotations">
      <SectionHeader id="annotations" title="Annotations" />
      {annotations.length === 0 ? (
        <p className="border-t border-rule pt-2 text-ink-2">No annotations.</p>
      ) : (
        <DataTable
          aria-labelledby="annotations"
          rows={annotations}
          rowKey={({ annotation }) => annotation}
          columns={[
            {
              header: 'Person',
              className: 'wrap-anywhere',
              render: ({ person }) => person ?? hiddenAnnotatorLabel,
            },
            { header: 'Outcome', render: describeOutcome },
            {
              header: 'Last rated step',
              numeric: true,
              render: ({ reached }) => (reached === 0 ? 'none' : formatCount(reached)),
            },
          ]}
        />
      )}
    </section>
  )
}

function describeOutcome({ state, isImported, error, finishReason }: AnnotationRow): string {
  if (isImported) return 'imported'
  if (state === 'skipped') return 'skipped'
  if (state === 'draft') return 'not submitted'
  if (error !== null) return `first error at step ${error + 1}`
  if (finishReason === 'give_up') return 'given up'
  return finishReason === 'bad_problem' ? 'bad problem' : 'no error'
}

/** Earlier repairs of the steps. */
export function StepRepairHistory({ history }: { history: RepairableSolution['history'] }) {
  if (history.length === 0) return null
  return (
    <section aria-labelledby="repairs" className="pt-8">
      <SectionHeader id="repairs" title="Repairs" />
      <ol className="border-t border-ink" aria-labelledby="repairs">
        {history.map(({ revision, change, person, replacedAt, stepCount }) => (
          <li key={revision} className="border-b border-rule py-1.5">
            {describePastRepair(change, stepCount)}{' '}
            <span className="text-caption text-ink-3">
              by {person}, {formatInstant(replacedAt)}
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}
