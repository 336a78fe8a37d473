import {
  capitalise,
  formatCount,
  formatDuration,
  formatLongDay,
  formatQuantity,
} from '@/lib/platform/format'
import { explainEmptySlice, explainRoundShortfall } from '@/lib/rounds/explain-shortfall'
import { describeRoundPolicy, describeSelectedSolutions } from './describe-round-policy'
import type { QueueReply, Round, RoundYield } from './round'
import { sliceDisplayNames } from './slice-display-names'

/** What the plan of a round selects. */
type RoundSelection = NonNullable<Round['outcome']>

/** The line under the title of the active round. */
export function describeRound(
  round: Round,
  { leased }: Pick<QueueReply, 'leased'>,
  progress: RoundProgress,
): string {
  const { outcome: selection, policy, startedAt } = round
  if (selection === null) return capitalise(describeRoundPolicy(policy))
  const hasFrozenScores = startedAt !== null && policy.scores.source !== 'none'
  return joinFacts([
    formatQuantity(progress.solutions, 'solution'),
    describeSelectedSolutions(policy, selection.slices),
    describeProgress(selection, progress),
    `${formatQuantity(leased, 'solution')} in progress`,
    describeRemainingTime(round, selection, progress),
    hasFrozenScores && `scores frozen on ${formatLongDay(startedAt)}`,
  ])
}

type RoundProgress = Pick<RoundYield, 'solutions' | 'annotations' | 'needed'>

function describeProgress(
  { queued, annotations: selectedAnnotations }: RoundSelection,
  { annotations, needed }: RoundProgress,
): string {
  // Without overlap there is one annotation per solution, and the line already has the number of solutions.
  return selectedAnnotations === queued
    ? `${formatCount(annotations)} labelled`
    : `${formatCount(annotations)} of ${formatQuantity(needed, 'annotation')}`
}

function describeRemainingTime(
  { secondsPerStep }: Pick<Round, 'secondsPerStep'>,
  selection: RoundSelection,
  { annotations, needed }: RoundProgress,
): string | null {
  const remaining = Math.max(0, needed - annotations)
  if (remaining === 0) return 'done'
  if (secondsPerStep === null) return null
  return `at most ${formatDuration(secondsPerStep * estimateSteps(selection, remaining))} of work left`
}

/** An upper bound: annotators stop at the first error. */
function estimateSteps({ steps, queued }: RoundSelection, annotations: number): number {
  return queued === 0 ? 0 : (steps / queued) * annotations
}

/** The line under the title of a plan. */
export function describeRoundPlan(round: Round): string {
  const { outcome: selection, policy, secondsPerStep } = round
  if (selection === null) return capitalise(describeRoundPolicy(policy))
  const { solutions, queued, annotations, steps } = selection
  if (queued === 0)
    return `None of the ${formatQuantity(solutions, 'solution')} match this policy. See why below.`
  return joinFacts([
    `${formatCount(queued)} of ${formatQuantity(solutions, 'solution')}`,
    describeSelectedSolutions(policy, selection.slices),
    annotations !== queued && formatQuantity(annotations, 'annotation'),
    `${formatCount(Math.round(steps / queued))} steps per solution`,
    secondsPerStep !== null &&
      `at most ${formatDuration(secondsPerStep * estimateSteps(selection, annotations))} of work`,
    'queue not changed yet',
  ])
}

/** Warnings before a plan is started: empty slices, and a smaller selection than requested. */
export function listPlanWarnings({
  outcome: selection,
  policy,
}: Pick<Round, 'outcome' | 'policy'>): string[] {
  if (selection === null || selection.queued === 0) return []
  const emptySlices = selection.slices.flatMap((slice) => {
    const cause = explainEmptySlice(slice, selection, policy)
    return cause === null
      ? []
      : [`${sliceDisplayNames[slice.slice] ?? slice.slice} is empty: ${cause}.`]
  })
  const shortfall = explainRoundShortfall(selection, policy)
  return shortfall === null ? emptySlices : [...emptySlices, `${shortfall}.`]
}

/** What starting a plan does to the current queue. */
export function describeQueueChange({
  carriedOver,
  removed,
}: Pick<RoundSelection, 'carriedOver' | 'removed'>): string {
  const removalText =
    removed === 0
      ? 'No solutions are removed from the queue.'
      : `Replaces ${formatQuantity(removed, 'waiting solution')} in the queue.`
  const inProgress =
    carriedOver === 0
      ? ''
      : ` ${formatQuantity(carriedOver, 'started solution')} ${carriedOver === 1 ? 'stays until it is' : 'stay until they are'} finished.`
  return `${removalText}${inProgress} Labels are not changed.`
}

/** The line under the queue title when no round is active. */
export function describeQueueWithoutRound(
  { waiting, leased }: Pick<QueueReply, 'waiting' | 'leased'>,
  lastRound: Pick<Round, 'number' | 'closedAt'> | null,
): string {
  const inProgress = leased > 0 && `${formatCount(leased)} in progress`
  if (lastRound === null)
    return waiting === 0 && leased === 0
      ? 'All imported solutions are labelled.'
      : joinFacts([`${describeWaitingSolutions(waiting, null)}, wrong answers first`, inProgress])
  return joinFacts([
    lastRound.closedAt === null
      ? `Round ${lastRound.number} closed`
      : `Round ${lastRound.number} closed on ${formatLongDay(lastRound.closedAt)}`,
    waiting === 0 ? 'nothing waiting' : `${formatQuantity(waiting, 'started solution')} to finish`,
    inProgress,
  ])
}

/**
 * Solutions that annotators can still claim. During a round, these differ from the solutions of the round: started ones of the
 * earlier queue count too, and those that all annotators have claimed don't.
 */
export function describeWaitingSolutions(
  waiting: number,
  activeRound: Pick<Round, 'outcome'> | null,
): string {
  const text = `${formatQuantity(waiting, 'solution')} waiting`
  return (activeRound?.outcome?.carriedOver ?? 0) > 0
    ? `${text}, with those started before this round`
    : text
}

/** The confirmation before a round is closed. */
export function describeClosingEffect({
  waiting,
  leased,
}: Pick<QueueReply, 'waiting' | 'leased'>): string {
  const inProgress = leased === 0 ? '' : `, ${formatCount(leased)} in progress`
  return `${formatQuantity(waiting, 'solution')} waiting${inProgress}. Solutions that no one has started leave the queue. Started ones stay until they are finished. Labels are not changed.`
}

/** `319 waiting · 14 in progress`. */
const joinFacts = (facts: readonly (string | false | null)[]) => facts.filter(Boolean).join(' · ')
