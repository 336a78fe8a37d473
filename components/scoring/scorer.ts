import { withQuery } from '@/components/ui/with-query'
import type { ReplyOf } from '@/lib/platform/contract'
import type {
  getScoreRunContract,
  listScoreRunsContract,
  listScorersContract,
  tryScorerContract,
} from '@/lib/scoring/contract'

export type ScorerList = ReplyOf<typeof listScorersContract>
export type Scorer = ScorerList['scorers'][number]
export type ScorerVersion = Scorer['versions'][number]
export type ScoreRun = ReplyOf<typeof listScoreRunsContract>['runs'][number]
/** A run with the reasons for its failures. */
export type ScoreRunDetails = ReplyOf<typeof getScoreRunContract>
export type ServerTestResult = ReplyOf<typeof tryScorerContract>
/** A scorer that is a model server. */
export type ModelServer = Scorer & { settings: NonNullable<Scorer['settings']> }

/** Whether a score run or a training has not ended. */
export const isRunning = ({ state }: Pick<ScoreRun, 'state'>): boolean => state === 'running'

/** Whether a client is still sending the scores of this run. */
export const isScoreImportInProgress = (run: Pick<ScoreRun, 'kind' | 'state'>): boolean =>
  run.kind === 'imported' && isRunning(run)

/** Returns null before the first training, and while the scorer is retired. */
export function findEmbeddedScorer(scorers: readonly Scorer[]): Scorer | null {
  return scorers.find(({ kind, isRetired }) => kind === 'embedded' && !isRetired) ?? null
}

/** Model servers, retired ones last. */
export function listModelServers(scorers: readonly Scorer[]): ModelServer[] {
  return scorers
    .filter((scorer): scorer is ModelServer => scorer.settings !== null)
    .sort((a, b) => Number(a.isRetired) - Number(b.isRetired))
}

/** Versions that can score, newest first. */
export function listTrainedVersions({ versions }: Pick<Scorer, 'versions'>): ScorerVersion[] {
  return versions.filter(({ state }) => state === 'done')
}

export interface ScorersPageParams {
  /** Number of the version whose figures are shown. */
  version?: number | undefined
  /** Id of the run whose details are shown. */
  run?: string | undefined
}

/** URL of the scorers page. */
export function scorersHref(slug: string, { version, run }: ScorersPageParams = {}): string {
  return withQuery(`/projects/${slug}/scorers`, { version: version?.toString(), run })
}
