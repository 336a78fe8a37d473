import { SectionHead } from '@/components/ui/section-head'
import { Cell, HeadCell, Table } from '@/components/ui/table'
import { formatCount, formatInstant, formatNoun } from '@/lib/platform/format'
import { nameHidden } from './describe-review'
import type { Split } from './split'

type AnnotationRow = Split['annotations'][number]

/** Who has labelled the solution, and how far: what a repair touches. */
export function SplitAnnotations({ annotations }: { annotations: Split['annotations'] }) {
  return (
    <section aria-labelledby="annotations">
      <SectionHead id="annotations" title="Annotations" />
      {annotations.length === 0 ? (
        <p className="border-t border-rule pt-2 text-ink-2">Nobody has labelled this solution.</p>
      ) : (
        <Table aria-labelledby="annotations">
          <thead>
            <tr>
              <HeadCell>Person</HeadCell>
              <HeadCell>State</HeadCell>
              <HeadCell numeric>Reaches step</HeadCell>
            </tr>
          </thead>
          <tbody>
            {annotations.map((row) => (
              <tr key={row.annotation}>
                <Cell className="wrap-anywhere">{row.person ?? nameHidden}</Cell>
                <Cell>{describeState(row)}</Cell>
                <Cell numeric>{row.reached === 0 ? 'none' : formatCount(row.reached)}</Cell>
              </tr>
            ))}
          </tbody>
        </Table>
      )}
    </section>
  )
}

function describeState({ state, isImported, error, finishReason }: AnnotationRow): string {
  if (isImported) return 'came with data'
  if (state === 'draft') return 'in work'
  if (error !== null) return `first error at step ${error + 1}`
  if (finishReason === 'give_up') return 'given up'
  return finishReason === 'bad_problem' ? 'bad problem' : 'no error'
}

/** How the steps came to be what they are. */
export function SplitHistory({ history }: { history: Split['history'] }) {
  if (history.length === 0) return null
  return (
    <section aria-labelledby="repairs" className="pt-8">
      <SectionHead id="repairs" title="Repairs" />
      <ol className="border-t border-ink" aria-labelledby="repairs">
        {history.map(({ revision, change, person, replacedAt, stepCount }) => (
          <li key={revision} className="border-b border-rule py-1.5">
            {change.charAt(0).toUpperCase() + change.slice(1)}{' '}
            <span className="text-caption text-ink-3">
              of {formatNoun(stepCount, 'step')}, by {person}, {formatInstant(replacedAt)}
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}
