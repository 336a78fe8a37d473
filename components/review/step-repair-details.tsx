import { SectionHeader } from '@/components/ui/section-header'
import { TableCell, TableHeaderCell, Table } from '@/components/ui/table'
import { formatCount, formatInstant, formatQuantity } from '@/lib/platform/format'
import { hiddenAnnotatorLabel } from './describe-review'
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
        <Table aria-labelledby="annotations">
          <thead>
            <tr>
              <TableHeaderCell>Person</TableHeaderCell>
              <TableHeaderCell>Status</TableHeaderCell>
              <TableHeaderCell numeric>Last step</TableHeaderCell>
            </tr>
          </thead>
          <tbody>
            {annotations.map((row) => (
              <tr key={row.annotation}>
                <TableCell className="wrap-anywhere">
                  {row.person ?? hiddenAnnotatorLabel}
                </TableCell>
                <TableCell>{describeState(row)}</TableCell>
                <TableCell numeric>
                  {row.reached === 0 ? 'none' : formatCount(row.reached)}
                </TableCell>
              </tr>
            ))}
          </tbody>
        </Table>
      )}
    </section>
  )
}

function describeState({ state, isImported, error, finishReason }: AnnotationRow): string {
  if (isImported) return 'imported'
  if (state === 'draft') return 'in progress'
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
            {change.charAt(0).toUpperCase() + change.slice(1)}{' '}
            <span className="text-caption text-ink-3">
              of {formatQuantity(stepCount, 'step')}, by {person}, {formatInstant(replacedAt)}
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}
