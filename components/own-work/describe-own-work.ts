import { formatActiveTime } from '@/lib/client/time-work'
import type { FinishReason } from '@/lib/formats/record'
import { paceDays } from '@/lib/annotations/own-contract'
import { formatCount, formatNoun } from '@/lib/platform/format'
import type { OwnWork } from './own-work'

/** Submitted annotations, however they ended. */
export function countOwnAnnotations(own: OwnWork): number {
  return own.foundError + own.noError + own.givenUp + own.badProblem
}

/** What the page says first: sentences with the numbers in them. */
export function describeOwnWork(own: OwnWork): string {
  const count = countOwnAnnotations(own)
  if (count === 0)
    return own.returned.length > 0
      ? 'Everything that you submitted came back to you.'
      : 'You have not submitted an annotation here yet. What you submit stands on this page, for you alone.'
  const today = own.doneToday > 0 ? `, ${formatCount(own.doneToday)} of them today` : ''
  const sentences = [`You submitted ${formatNoun(count, 'annotation')} here${today}.`]
  const endings = [
    own.foundError > 0 && `found a first error in ${formatCount(own.foundError)}`,
    own.noError > 0 && `found none in ${formatCount(own.noError)}`,
    own.givenUp > 0 && `gave up on ${formatCount(own.givenUp)}`,
    own.badProblem > 0 && `reported ${formatNoun(own.badProblem, 'bad problem')}`,
  ].filter((ending) => ending !== false)
  sentences.push(`You ${joinWords(endings)}.`)
  const pace = own.pace.medianAnnotationMs
  if (pace !== null)
    sentences.push(`Half of those of the last ${paceDays} days took you under ${writeTime(pace)}.`)
  return sentences.join(' ')
}

/** How an annotation ended. */
export function nameOutcome(finish: FinishReason, rated: number): string {
  switch (finish) {
    case 'found_error':
      return `First error at step ${rated}`
    case 'solution':
      return 'No error'
    case 'give_up':
      return 'Given up'
    case 'bad_problem':
      return 'Bad problem'
  }
}

/** `1:42`; under a minute in seconds, with a tenth under ten. */
export function writeTime(ms: number): string {
  if (ms < 9_950) return `${(ms / 1_000).toFixed(1)} s`
  if (ms < 59_500) return `${Math.round(ms / 1_000)} s`
  return formatActiveTime(Math.round(ms / 1_000) * 1_000)
}

/** `2 flags, 1 comment`; empty without any. */
export function nameNotes({ flags, comments }: { flags: number; comments: number }): string {
  return [flags > 0 && formatNoun(flags, 'flag'), comments > 0 && formatNoun(comments, 'comment')]
    .filter((words) => words !== false)
    .join(', ')
}

function joinWords(words: readonly string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`
}
