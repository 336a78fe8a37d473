import { formatCount } from '@/lib/platform/format'
import type { Progress } from './project'

/** Annotations by outcome, as a bar with numbers. */
export function AnnotationOutcomesBar({ progress }: { progress: Progress }) {
  const isOwn = progress.outcomes === 'own'
  const segments = [
    {
      name: 'Error found',
      count: progress.foundError,
      colour: 'bg-accent',
    },
    {
      name: 'No error',
      count: progress.noError,
      colour: 'bg-accent-mid',
    },
    {
      name: 'Given up or bad problem',
      count: progress.givenUp + progress.badProblem,
      colour: 'bg-ink-2',
    },
    // Counted in annotations: a solution with an overlap of 2 counts twice.
    ...(isOwn
      ? []
      : [
          { name: 'In progress', count: progress.leased ?? 0, colour: 'bg-ink-3' },
          { name: 'Annotations remaining', count: progress.openSlots ?? 0, colour: 'bg-rule' },
        ]),
  ]
  if (segments.every(({ count }) => count === 0)) return null
  return (
    <section aria-label="Progress" className="pb-12">
      <div aria-hidden="true" className="flex h-3 gap-0.5">
        {segments
          .filter(({ count }) => count > 0)
          .map(({ name, count, colour }) => (
            // At least 3 px, so that small counts stay visible.
            <i key={name} className={`min-w-0.75 ${colour}`} style={{ flex: count }} />
          ))}
      </div>
      <dl className="flex flex-wrap gap-x-8 gap-y-2 pt-3 max-desk:gap-x-5">
        {segments.map(({ name, count, colour }) => (
          <div key={name} className="flex gap-2">
            <dt className="text-ink-2">
              <i aria-hidden="true" className={`mr-2 inline-block size-2 ${colour}`} />
              {name}
            </dt>
            <dd className="font-strong">{formatCount(count)}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
