import { assertUnreachable } from '@/lib/platform/errors'
import { capitalise, formatQuantity } from '@/lib/platform/format'
import type { StepChange } from './repair-steps'

/** A repair as it is stored: `split step 3 in two`, `merge steps 3 and 4`. */
export function describeStepChange(change: StepChange): string {
  switch (change.kind) {
    case 'split':
      return `split step ${change.step + 1} in ${spellCount(change.at.length + 1)}`
    case 'merge':
      return `merge ${nameSteps(change.step, change.through)}`
    default:
      return assertUnreachable(change)
  }
}

/** A stored repair of a solution that had `stepCount` steps: `Step 3 of 5 split in two`, `Steps 3 and 4 of 5 merged`. */
export function describePastRepair(change: string, stepCount: number): string {
  const [, kind, steps, parts] = /^(split|merge) (steps? .+?)(?: in (\w+))?$/.exec(change) ?? []
  if (steps === undefined) return capitalise(change)
  return `${capitalise(steps)} of ${stepCount} ${kind === 'split' ? `split in ${parts}` : 'merged'}`
}

/** The effect of a repair on gold, for the preview; null if the solution is not gold. */
export function describeGoldEffect(gold: 'none' | 'kept' | 'ended'): string | null {
  switch (gold) {
    case 'none':
      return null
    case 'kept':
      return 'It stays gold: the first error moves with its step.'
    case 'ended':
      return 'It stops being gold, because the new step of the first error is unknown or its adjudication ends.'
    default:
      return assertUnreachable(gold)
  }
}

/** Instruction for annotators after any repair. */
const ratingRequest =
  'Rate each step without a rating, up to the first error. Your other ratings are kept.'

/** The note for an annotator whose annotation is returned after one or more repairs, in order. */
export function writeRepairReturnNote(change: StepChange, earlierNote = ''): string {
  const previousNote = earlierNote.endsWith(ratingRequest)
    ? earlierNote.slice(0, -ratingRequest.length).trim()
    : earlierNote
  return [previousNote, writeChangeSentence(change), ratingRequest]
    .filter((text) => text !== '')
    .join(' ')
}

/** `draft`: in progress. `skipped`: a draft whose annotator skipped the solution. */
export const annotationStatesForRepair = ['draft', 'skipped', 'submitted'] as const
export type AnnotationStateForRepair = (typeof annotationStatesForRepair)[number]

/** The effect of a repair on one annotation. */
export interface RepairEffectOnAnnotation {
  /** Null while names are hidden. */
  person: string | null
  state: AnnotationStateForRepair
  isReturned: boolean
  /** Number of ratings of replaced steps. */
  removedRatings: number
}

/**
 * The effect of a repair on labels, for the preview: `2 annotations keep all ratings and 1 goes back to Ada for the new
 * steps.`
 */
export function describeRepairEffects(allEffects: readonly RepairEffectOnAnnotation[]): string {
  const effects = allEffects.filter(({ state }) => state !== 'skipped')
  if (effects.length === 0) return 'No one has labelled this solution.'
  const returned = effects.filter(({ isReturned }) => isReturned)
  const drafts = effects.filter(({ isReturned, state }) => !isReturned && state === 'draft')
  const unchanged = effects.length - returned.length - drafts.length
  const noun = unchanged === 0 ? 'annotation ' : ''
  const parts = [
    unchanged > 0 &&
      `${formatQuantity(unchanged, 'annotation keeps', 'annotations keep')} all ratings`,
    returned.length > 0 &&
      `${formatQuantity(returned.length, `${noun}goes`, `${noun.replace(' ', 's ')}go`)} back to ${listNames(returned)} for the new steps`,
    drafts.length > 0 && describeDrafts(drafts),
  ]
  return `${joinList(parts.filter((part) => part !== false))}.`
}

function describeDrafts(drafts: readonly RepairEffectOnAnnotation[]): string {
  const removedRatings = drafts.reduce((sum, effect) => sum + effect.removedRatings, 0)
  const lostText =
    removedRatings > 0
      ? `, without ${formatQuantity(removedRatings, 'rating')} of replaced steps`
      : ''
  return `${formatQuantity(drafts.length, 'annotation in progress continues', 'annotations in progress continue')} with the new steps${lostText}`
}

/** What was repaired, its effect, and how to undo it. */
export function describeCompletedRepair(
  change: StepChange,
  {
    unchanged,
    returned,
    drafts,
    gold,
  }: { unchanged: number; returned: number; drafts: number; gold: 'none' | 'kept' | 'ended' },
): string {
  const effectSentences = [
    unchanged > 0 && `${formatQuantity(unchanged, 'annotation')} kept all ratings.`,
    returned > 0 && `${formatQuantity(returned, 'annotation')} went back for the new steps.`,
    drafts > 0 && `${formatQuantity(drafts, 'annotation')} in progress continued.`,
    gold === 'kept' && 'The solution is still gold.',
    gold === 'ended' && 'The solution is no longer gold.',
  ].filter((sentence) => sentence !== false)
  const undo =
    change.kind === 'split'
      ? `merge ${nameSteps(change.step, change.step + change.at.length)}`
      : `split step ${change.step + 1}`
  const afterUndo =
    returned > 0 ? ' Annotators must still rate and submit the returned annotations again.' : ''
  return [writeChangeSentence(change), ...effectSentences, `To undo it, ${undo}.${afterUndo}`].join(
    ' ',
  )
}

function writeChangeSentence(change: StepChange): string {
  return change.kind === 'split'
    ? `Step ${change.step + 1} was split in ${spellCount(change.at.length + 1)}.`
    : `${capitalise(nameSteps(change.step, change.through))} were merged.`
}

function listNames(effects: readonly RepairEffectOnAnnotation[]): string {
  const names = new Set(effects.map(({ person }) => person))
  const knownNames = [...names].filter((person) => person !== null)
  // Some names are hidden. The others alone would help to guess whose they are.
  if (knownNames.length === names.size) return joinList(knownNames)
  return effects.length === 1 ? 'its annotator' : 'their annotators'
}

function nameSteps(from: number, through: number): string {
  return `steps ${from + 1} ${through === from + 1 ? 'and' : 'to'} ${through + 1}`
}

const numberWords = ['two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine']

function spellCount(count: number): string {
  return numberWords[count - 2] ?? String(count)
}

function joinList(items: readonly string[]): string {
  return items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} and ${items.at(-1)}`
}
