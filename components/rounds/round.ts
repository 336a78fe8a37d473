import type { ReplyOf } from '@/lib/platform/contract'
import type { TypesetText } from '@/lib/problems/typeset'
import type { listExclusionsContract, listQueueHeadContract } from '@/lib/queue/contract'
import type { getRoundContract, getRoundYieldContract, RoundOutcome } from '@/lib/rounds/contract'
import type { listScoreRunsContract, listScorersContract } from '@/lib/scoring/contract'

export type Round = ReplyOf<typeof getRoundContract>
export type RoundYield = ReplyOf<typeof getRoundYieldContract>
export type SliceYield = RoundYield['slices'][number]
export type LeftOut = RoundOutcome['leftOut'][number]
export type QueueHead = ReplyOf<typeof listQueueHeadContract>
export type Exclusions = ReplyOf<typeof listExclusionsContract>['items']
export type ScoreRun = ReplyOf<typeof listScoreRunsContract>['runs'][number]
export type ScorerList = ReplyOf<typeof listScorersContract>

/** What a row of the queue and one of a plan have in common. */
type Item = Omit<RoundOutcome['head'][number], 'slice' | 'selectionProbability'> &
  Pick<QueueHead['items'][number], 'slice' | 'selectionProbability'>

/** A row of the queue with its texts set, which only the server does. */
export interface ShownItem extends Omit<Item, 'problem' | 'answer' | 'truth'> {
  set: Record<'problem' | 'answer' | 'truth', TypesetText>
  /** Why it is here, without what stands in a column of its own. */
  why: string
}

/** Something happens by itself: worth asking again in a moment. */
export function isMoving({ state }: Pick<Round, 'state'>): boolean {
  return state === 'planning' || state === 'opening'
}

const stages = {
  ...{ planning: 0, planned: 1, opening: 2 },
  ...{ open: 3, closed: 4, failed: 4, cancelled: 4 },
} as const satisfies Record<Round['state'], number>

/** What the page was loaded with may be further than what was asked for before, and the other way round. */
export function chooseFurther(found: Round, given: Round): Round {
  return stages[given.state] > stages[found.state] ? given : found
}

export function addressQueue(slug: string): string {
  return `/projects/${slug}/queue`
}

/** `place`: the number of the first row of the page. */
export function addressItems(
  slug: string,
  { slice, after, place = 1 }: { slice?: string; after?: string; place?: number } = {},
): string {
  const from = place > 1 ? String(place) : undefined
  return withQuery(`${addressQueue(slug)}/items`, { slice, after, place: from })
}

/** The form, or a plan: `from` fills it as another was asked for, `scores` chooses a score run. */
export function addressNewRound(
  slug: string,
  asked: { plan?: string; from?: string; scores?: string } = {},
): string {
  return withQuery(`${addressQueue(slug)}/new`, asked)
}

function withQuery(path: string, asked: Record<string, string | undefined>): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(asked)) if (value) query.set(name, value)
  const written = query.toString()
  return `${path}${written && `?${written}`}`
}
