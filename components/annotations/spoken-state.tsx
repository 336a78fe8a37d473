import { countChosen, findError, listOptions } from '@/lib/annotations/content'
import { readRating, type Target } from '@/lib/annotations/targets'
import type { WorkState } from '@/lib/annotations/work-state'
import { nameOption } from '@/lib/annotations/work-words'
import { nameRating } from './ratings'
import { listPositive } from './use-annotation-acts'

/** What changed and where one is now, for a screen reader: the eye has marks and light for it. */
export function SpokenState({ state }: { state: WorkState }) {
  return (
    <p role="status" className="sr-only">
      {describeLast(state)} {describeLit(state)}
    </p>
  )
}

function describeLast({ content, shape, changes }: WorkState): string {
  const target = changes.at(-1)?.target
  if (!target) return ''
  const answered = describeAnswer(target)
  if (target.kind !== 'step' && target.kind !== 'option') return answered
  const rating = readRating(content, shape, target)
  if (rating === null) return ''
  if (target.kind === 'option')
    return `Option ${nameOption(target.step, target.option)} ${nameRating(rating)}.`
  const isError = findError(content, shape) === target.step
  return `Step ${target.step + 1} ${nameRating(rating)}.${isError ? ' This is the first error.' : ''}`
}

function describeAnswer(target: Target): string {
  switch (target.kind) {
    case 'choice':
      return `Step ${target.step + 1} chosen.`
    case 'write':
      return `Step ${target.step + 1} written.`
    case 'explanation':
      return 'The mistake is explained.'
    case 'progress':
      return 'Progress is rated.'
    case 'tags':
      return 'Kinds of error changed.'
    default:
      return ''
  }
}

function describeLit({ lit, content, shape }: WorkState): string {
  switch (lit.kind) {
    case 'step': {
      const rating = readRating(content, shape, lit)
      return `Step ${lit.step + 1} of ${shape.stepCount}, ${nameRating(rating)}.`
    }
    case 'option':
      return `Option ${nameOption(lit.step, lit.option)}, ${nameRating(readRating(content, shape, lit))}.`
    case 'choice': {
      const count = listPositive(listOptions(content, shape, lit.step)).length
      return `Choose which of ${count} options goes on.`
    }
    case 'write':
      return 'No option is positive: write the next step yourself.'
    case 'explanation':
      return `What is the mistake in step ${lit.step + 1}?`
    case 'progress':
      return `How much progress was there before step ${lit.step + 1}?`
    case 'tags':
      return 'Which kind of error? Ready to submit.'
    case 'done':
      return shape.flow === 'solution'
        ? 'Ready to submit.'
        : `${countChosen(content, shape)} steps chosen. Ready to submit.`
  }
}
