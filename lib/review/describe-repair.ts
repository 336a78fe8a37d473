import { formatNoun } from '@/lib/platform/format'
import { unreachable } from '@/lib/platform/errors'
import type { StepChange } from './repair-steps'

/** What is done, as the history says it: `split step 3 in two`, `merge steps 3 and 4`. */
export function describeChange(change: StepChange): string {
  switch (change.kind) {
    case 'split':
      return `split step ${change.step + 1} in ${nameCount(change.at.length + 1)}`
    case 'merge':
      return `merge ${nameSteps(change.step, change.through)}`
    default:
      return unreachable(change)
  }
}

/** What a repair does to gold, before it is done; null: it is none. */
export function describeGoldEffect(gold: 'none' | 'kept' | 'ended'): string | null {
  switch (gold) {
    case 'none':
      return null
    case 'kept':
      return 'It stays gold: the known first error goes with its step.'
    case 'ended':
      return 'It will be gold no more: where the first error is has to be said anew.'
    default:
      return unreachable(gold)
  }
}

/** What an annotator is told to do about a repair, whatever it was. */
const request = 'Please rate what is new; your other ratings are kept.'

/** What an annotator is told whose annotation comes back. After other repairs, in their order. */
export function writeReturnNote(change: StepChange, before = ''): string {
  const told = before.endsWith(request) ? before.slice(0, -request.length).trim() : before
  return [told, writeDone(change), request].filter((words) => words !== '').join(' ')
}

/** What a repair does to one annotation. */
export interface RepairEffect {
  /** Null while names are hidden. */
  person: string | null
  state: 'draft' | 'submitted'
  isReturned: boolean
  /** Ratings of steps that are no more. */
  voided: number
}

/** What a repair does to labels, before it is done: `2 annotations keep all ratings, 1 comes back to Ada for the new steps.` */
export function describeEffects(effects: readonly RepairEffect[]): string {
  if (effects.length === 0) return 'Nobody has labelled this solution, so nothing comes back.'
  const returned = effects.filter(({ isReturned }) => isReturned)
  const drafts = effects.filter(({ isReturned, state }) => !isReturned && state === 'draft')
  const kept = effects.length - returned.length - drafts.length
  const noun = kept === 0 ? 'annotation ' : ''
  const parts = [
    kept > 0 && `${formatNoun(kept, 'annotation keeps', 'annotations keep')} all ratings`,
    returned.length > 0 &&
      `${formatNoun(returned.length, `${noun}comes`, `${noun.replace(' ', 's ')}come`)} back to ${listNames(returned)} for what is new`,
    drafts.length > 0 && describeDrafts(drafts),
  ]
  return `${joinWords(parts.filter((part) => part !== false))}.`
}

function describeDrafts(drafts: readonly RepairEffect[]): string {
  const voided = drafts.reduce((sum, effect) => sum + effect.voided, 0)
  const lost = voided > 0 ? `, without ${formatNoun(voided, 'rating')} of what is replaced` : ''
  return `${formatNoun(drafts.length, 'annotation in work goes', 'annotations in work go')} on with the new steps${lost}`
}

/** What was done, what came of it, and how it is undone. */
export function describeDone(
  change: StepChange,
  {
    kept,
    returned,
    drafts,
    gold,
  }: { kept: number; returned: number; drafts: number; gold: 'none' | 'kept' | 'ended' },
): string {
  const came = [
    kept > 0 && `${formatNoun(kept, 'annotation')} kept all ratings.`,
    returned > 0 && `${formatNoun(returned, 'annotation')} came back, to be rated where it is new.`,
    drafts > 0 && `${formatNoun(drafts, 'annotation')} in work went on.`,
    gold === 'kept' && 'It is still gold, by the new step numbers.',
    gold === 'ended' && 'It is gold no more.',
  ].filter((words) => words !== false)
  const undo =
    change.kind === 'split'
      ? `merge ${nameSteps(change.step, change.step + change.at.length)}`
      : `split step ${change.step + 1}`
  return [writeDone(change), ...came, `Undoing it is another repair: ${undo}.`].join(' ')
}

function writeDone(change: StepChange): string {
  return change.kind === 'split'
    ? `Step ${change.step + 1} was split in ${nameCount(change.at.length + 1)}.`
    : `${capitalise(nameSteps(change.step, change.through))} are one step now.`
}

function listNames(effects: readonly RepairEffect[]): string {
  const names = new Set(effects.map(({ person }) => person))
  const known = [...names].filter((person) => person !== null)
  // One name among others that are hidden would say who the others are not.
  if (known.length === names.size) return joinWords(known)
  return effects.length === 1 ? 'who gave it' : 'who gave them'
}

function nameSteps(from: number, through: number): string {
  return `steps ${from + 1} ${through === from + 1 ? 'and' : 'to'} ${through + 1}`
}

const counts = ['two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine']

function nameCount(count: number): string {
  return counts[count - 2] ?? String(count)
}

function joinWords(words: readonly string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`
}

function capitalise(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1)
}
