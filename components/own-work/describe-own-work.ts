import { paceChartDays } from '@/lib/annotations/pace-days'
import type { FinishReason } from '@/lib/formats/record'
import { formatCount, formatQuantity, formatShortDuration } from '@/lib/platform/format'
import type { OwnAnnotationList, OwnWork } from './own-work'

/** Submitted annotations with any finish reason. */
export function countOwnAnnotations(own: OwnWork): number {
  return own.foundError + own.noError + own.givenUp + own.badProblem
}

/** The numbers at the top of the page, or the empty state. */
export function describeOwnWork(own: OwnWork): string {
  const count = countOwnAnnotations(own)
  if (count === 0)
    return own.rework.length > 0
      ? 'All your annotations were returned.'
      : 'Your submitted annotations appear here. Only you see this page.'
  const median = own.pace.medianAnnotationMs
  return [
    formatQuantity(count, 'annotation'),
    own.doneToday > 0 && `${formatCount(own.doneToday)} today`,
    own.foundError > 0 && `${formatCount(own.foundError)} with an error`,
    own.noError > 0 && `${formatCount(own.noError)} without an error`,
    own.givenUp > 0 && `${formatCount(own.givenUp)} given up`,
    own.badProblem > 0 && formatQuantity(own.badProblem, 'bad problem'),
    median !== null &&
      `median ${formatShortDuration(median)} per annotation in the last ${paceChartDays} days`,
  ]
    .filter((part) => part !== false)
    .join(' · ')
}

/** The outcome of an annotation. */
export function getAnnotationOutcomeName(finish: FinishReason, ratedCount: number): string {
  switch (finish) {
    case 'found_error':
      return `First error at step ${ratedCount}`
    case 'solution':
      return 'No error'
    case 'give_up':
      return 'Given up'
    case 'bad_problem':
      return 'Bad problem'
  }
}

/** `2 flags, 1 comment, 1 bad split`; empty without any. */
export function formatNoteCounts({
  flags,
  comments,
  badSplits,
}: Pick<OwnAnnotationList['annotations'][number], 'flags' | 'comments' | 'badSplits'>): string {
  return [
    flags > 0 && formatQuantity(flags, 'flag'),
    comments > 0 && formatQuantity(comments, 'comment'),
    badSplits > 0 && formatQuantity(badSplits, 'bad split'),
  ]
    .filter((part) => part !== false)
    .join(', ')
}
