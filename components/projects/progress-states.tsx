import { formatCount } from '@/lib/platform/format'
import type { Progress } from './project'

/** Where the project stands, in annotations: one bar, and its legend with the numbers. */
export function ProgressStates({ progress }: { progress: Progress }) {
  const isOwn = progress.outcomes === 'own'
  const states = [
    {
      name: isOwn ? 'you found an error' : 'first error found',
      count: progress.foundError,
      colour: 'bg-accent',
    },
    {
      name: isOwn ? 'you found none' : 'no error',
      count: progress.noError,
      colour: 'bg-accent-mid',
    },
    {
      name: isOwn ? 'you gave up or reported' : 'given up or bad problem',
      count: progress.givenUp + progress.badProblem,
      colour: 'bg-ink-2',
    },
    // Everything here is counted in annotations: where two people label a solution, it is two.
    ...(isOwn
      ? []
      : [
          { name: 'in work now', count: progress.held ?? 0, colour: 'bg-ink-3' },
          { name: 'annotations to come', count: progress.openPlaces ?? 0, colour: 'bg-rule' },
        ]),
  ]
  if (states.every(({ count }) => count === 0)) return null
  return (
    <section aria-label="Progress" className="pb-12">
      <div aria-hidden="true" className="flex h-3 gap-0.5">
        {states
          .filter(({ count }) => count > 0)
          .map(({ name, count, colour }) => (
            // A state with few solutions stays visible: 3 px are the least that is seen.
            <i key={name} className={`min-w-0.75 ${colour}`} style={{ flex: count }} />
          ))}
      </div>
      <dl className="flex flex-wrap gap-x-8 gap-y-2 pt-3 max-desk:gap-x-5">
        {states.map(({ name, count, colour }) => (
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
