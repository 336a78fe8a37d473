import type { ReactNode } from 'react'
import { joinClasses } from './join-classes'
import { RatingIcon } from './rating-icon'

export interface ChecklistItem {
  title: ReactNode
  description: ReactNode
  state: 'done' | 'now' | 'later'
  /** Buttons, a link or a command. */
  action?: ReactNode
}

/** A list of tasks that looks like a labelled solution: finished ones are ticked, the next one has its button. */
export function Checklist({ items }: { items: readonly ChecklistItem[] }) {
  return (
    <ol>
      {items.map(({ title, description, state, action }, index) => (
        <li
          key={index}
          aria-current={state === 'now' ? 'step' : undefined}
          className="grid grid-cols-[2rem_1fr] items-baseline gap-x-4 border-t border-rule py-4 last:border-b"
        >
          <span
            className={joinClasses(
              'pr-1 text-right',
              state === 'now' ? 'font-bold text-accent' : 'text-ink-3',
            )}
          >
            {state === 'done' ? (
              <RatingIcon shape="tick" label="done" className="inline-block size-4 align-[-3px]" />
            ) : (
              index + 1
            )}
          </span>
          <div className={joinClasses('min-w-0', state === 'later' ? 'text-ink-3' : 'text-ink-2')}>
            <h2 className={joinClasses('text-[1.125rem]', state !== 'later' && 'text-ink')}>
              {title}
            </h2>
            <p className="max-w-[36rem] pt-0.5">{description}</p>
            {action && <div className="pt-4">{action}</div>}
          </div>
        </li>
      ))}
    </ol>
  )
}
