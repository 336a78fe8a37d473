import type { EvaluationResult } from './evaluation'
import { summariseEvaluation } from './summarise-evaluation'
import type { TrainingOverlap } from './training-overlap'

/** The key numbers, above the figures. */
export function EvaluationSummary({
  result,
  overlap,
}: {
  result: EvaluationResult
  overlap: TrainingOverlap | null
}) {
  return (
    <dl className="grid grid-cols-5 gap-x-6 gap-y-6 border-y border-ink pt-4 pb-3 max-wide:grid-cols-3 max-desk:grid-cols-1">
      {summariseEvaluation(result, overlap).map(({ name, note, value, bounds }) => (
        <div key={name} className="min-w-0">
          <dt>
            <span className="font-label">{name}</span>
          </dt>
          {value === null ? (
            <dd className="pt-2 text-ink-3">{note}</dd>
          ) : (
            <>
              <dd className="flex flex-wrap items-baseline gap-x-3 pt-1">
                <span className="font-read text-figure font-text tracking-[-0.01em]">{value}</span>
                <span className="text-strong text-ink-2">{bounds}</span>
              </dd>
              <dd className="text-caption text-ink-3">{note}</dd>
            </>
          )}
        </div>
      ))}
    </dl>
  )
}
