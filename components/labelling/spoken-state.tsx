import {
  findError,
  listOptionRatings,
  listRatings,
  type WorkState,
} from '@/lib/labelling/work-state'
import { nameOption } from '@/lib/labelling/work-words'
import { nameRating } from './ratings'

/** What changed and where one is now, for a screen reader: the eye has marks and light for it. */
export function SpokenState({ state }: { state: WorkState }) {
  return (
    <p role="status" className="sr-only">
      {describeLast(state)} {describeLit(state)}
    </p>
  )
}

function describeLast(state: WorkState): string {
  const last = state.changes.at(-1)
  if (!last) return ''
  const { target } = last
  if (target.kind === 'step') {
    const rating = listRatings(state)[target.step]
    if (rating === undefined) return ''
    const error = rating === -1 ? ' This is the first error.' : ''
    return `Step ${target.step + 1} ${nameRating(rating)}.${error}`
  }
  const rating = listOptionRatings(state)[target.option] ?? null
  return `Option ${nameOption(last.step, target.option)} ${nameRating(rating)}.`
}

function describeLit(state: WorkState): string {
  const { lit, shape } = state
  switch (lit.kind) {
    case 'step': {
      const rating = listRatings(state)[lit.step] ?? null
      return `Step ${lit.step + 1} of ${shape.stepCount}, ${nameRating(rating)}.`
    }
    case 'option':
      return `Option ${nameOption(findError(state), lit.option)}.`
    case 'done':
      return 'Ready to submit.'
  }
}
