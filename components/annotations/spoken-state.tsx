import { countChosen, findError, listOptions } from '@/lib/annotations/content'
import { readRating, type Target } from '@/lib/annotations/targets'
import type { WorkState } from '@/lib/annotations/work-state'
import { nameOption } from '@/lib/annotations/work-labels'
import { nameRating } from './ratings'
import { listPositive } from './use-annotation-actions'

/** Announces changes and the current target to screen readers. */
export function SpokenState({ state }: { state: WorkState }) {
  return (
    <p role="status" className="sr-only">
      {describeLastChange(state)} {describeCurrentTarget(state)}
    </p>
  )
}

function describeLastChange({ content, shape, changes }: WorkState): string {
  const target = changes.at(-1)?.target
  if (!target) return ''
  const answerText = describeAnswer(target)
  if (target.kind !== 'step' && target.kind !== 'option') return answerText
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
      return 'Mistake explained.'
    case 'progress':
      return 'Progress rated.'
    case 'tags':
      return 'Error types changed.'
    default:
      return ''
  }
}

function describeCurrentTarget({ currentTarget, content, shape }: WorkState): string {
  switch (currentTarget.kind) {
    case 'step': {
      const rating = readRating(content, shape, currentTarget)
      return `Step ${currentTarget.step + 1} of ${shape.stepCount}, ${nameRating(rating)}.`
    }
    case 'option':
      return `Option ${nameOption(currentTarget.step, currentTarget.option)}, ${nameRating(readRating(content, shape, currentTarget))}.`
    case 'choice': {
      const count = listPositive(listOptions(content, shape, currentTarget.step)).length
      return `Choose one of ${count} options.`
    }
    case 'write':
      return 'No option is positive. Write the next step.'
    case 'explanation':
      return `What is the mistake in step ${currentTarget.step + 1}?`
    case 'progress':
      return `How much progress was there before step ${currentTarget.step + 1}?`
    case 'tags':
      return 'Select error types, or submit.'
    case 'done':
      return shape.flow === 'solution'
        ? 'Ready to submit.'
        : `${countChosen(content, shape)} steps chosen. Ready to submit.`
  }
}
