import { withQuery } from '@/components/ui/with-query'
import type { ReplyOf } from '@/lib/platform/contract'
import type { listExclusionsContract, listQueueContract } from '@/lib/queue/contract'
import type { getRoundContract, getRoundYieldContract, RoundOutcome } from '@/lib/rounds/contract'
import type { listScoreRunsContract, listScorersContract } from '@/lib/scoring/contract'
import type { TypesetText } from '@/lib/typesetting/typeset'

export type Round = ReplyOf<typeof getRoundContract>
export type RoundYield = ReplyOf<typeof getRoundYieldContract>
export type SliceYield = RoundYield['slices'][number]
export type NotSelectedGroup = RoundOutcome['notSelected'][number]
export type QueueReply = ReplyOf<typeof listQueueContract>
export type Exclusion = ReplyOf<typeof listExclusionsContract>['items'][number]
export type ScoreRun = ReplyOf<typeof listScoreRunsContract>['runs'][number]
export type ScorerList = ReplyOf<typeof listScorersContract>

/** Fields shared by queue items and the items of a plan. */
type Item = Omit<RoundOutcome['firstItems'][number], 'slice' | 'selectionProbability'> &
  Pick<QueueReply['items'][number], 'slice' | 'selectionProbability'>

/** A queue item whose formulas the server has typeset. */
export interface TypesetQueueItem extends Omit<Item, 'problem' | 'answer' | 'referenceAnswer'> {
  typeset: Record<'problem' | 'answer' | 'referenceAnswer', TypesetText>
}

/** Whether a background job is working on the round, so that it is worth polling. */
export function isRoundJobRunning({ state }: Pick<Round, 'state'>): boolean {
  return state === 'planning' || state === 'starting'
}

const stateOrder = {
  planning: 0,
  planned: 1,
  starting: 2,
  active: 3,
  closed: 4,
  failed: 4,
  cancelled: 4,
} as const satisfies Record<Round['state'], number>

/** Returns the round in its later state: the reply of the last poll and the loaded page can arrive in any order. */
export function pickRoundInLaterState(polled: Round, loadedRound: Round): Round {
  return stateOrder[loadedRound.state] > stateOrder[polled.state] ? loadedRound : polled
}

export function queueHref(slug: string): string {
  return `/projects/${slug}/queue`
}

/** `position`: row number of the first item on the page. */
export function queueItemsHref(
  slug: string,
  { slice, after, position = 1 }: { slice?: string; after?: string; position?: number } = {},
): string {
  const positionParam = position > 1 ? String(position) : undefined
  return withQuery(`${queueHref(slug)}/items`, { slice, after, position: positionParam })
}

/** A round that is being planned, waits to be started, or is starting. */
export const findPendingPlan = (rounds: readonly Round[]): Round | undefined =>
  rounds.find(({ state }) => ['planning', 'planned', 'starting'].includes(state))

/** The round form, or a plan. `from` copies the policy of another round; `scores` selects a score run. */
export function newRoundHref(
  slug: string,
  params: { plan?: string; from?: string; scores?: string } = {},
): string {
  return withQuery(`${queueHref(slug)}/new`, params)
}
