import type { Transaction } from '@/lib/platform/server/database'

export interface TrainedScorerVersion {
  version: number
  solutions: number | null
  steps: number | null
  metrics: unknown
}

/** The newest 50 versions of the embedded scorer, oldest first. */
export function listTrainedScorerVersions(
  db: Transaction,
  projectId: string,
): Promise<TrainedScorerVersion[]> {
  return db.$queryRaw<TrainedScorerVersion[]>`
    select version, solutions, steps, metrics from (
      select v.version, v.solutions, v.steps, v.metrics from scorer_version v
      where v.project_id = ${projectId}::uuid and v.state = 'done'
      order by v.version desc limit 50
    ) newest order by version`
}
