import type { JobProgressWatcher } from '@/lib/jobs/server/job-watch'
import { AppError } from '@/lib/platform/errors'
import { getDatabase } from '@/lib/platform/server/database'
import { EventLoopYielder } from '@/lib/platform/server/event-loop-yielder'
import { decodeModel } from '@/lib/scoring/embedded/encode-model'
import { averageDisagreement, scoreSteps } from '@/lib/scoring/embedded/score-steps'
import type { ScorerModel } from '@/lib/scoring/embedded/scorer-model'
import { readUnscoredPage } from './read-unscored-page'
import type { UnscoredSolution } from './score-rows.sql'
import type { ScoreRunAttempt, ScoreScope } from './score-run-rows.sql'
import { computeSolutionScoreColumns, type SolutionScoreRow } from './solution-score-columns'
import { storeScores } from './store-scores'

const pageRows = 1_000

/** Scores all solutions that the run has not scored. Reads the next page and stores the previous one while a page is scored. */
export async function scoreWithEmbeddedModel(
  run: ScoreRunAttempt,
  scope: ScoreScope,
  model: ScorerModel,
  watch: JobProgressWatcher,
): Promise<void> {
  const startReading = (after: string | null) => {
    const page = readUnscoredPage(run, { scope, after, count: pageRows })
    // The error is thrown where the page is awaited. This prevents an unhandled rejection before that.
    page.catch(() => undefined)
    return page
  }
  let nextPage = startReading(null)
  let pendingStore: Promise<void> = Promise.resolve()
  try {
    for (;;) {
      watch.throwIfEnded()
      const page = await nextPage
      const last = page.at(-1)
      if (!last) break
      nextPage = startReading(last.id)
      const scoredSolutions = await scorePage(model, page)
      await pendingStore
      pendingStore = storeScores(run, { scored: scoredSolutions, reused: 0, failed: [] })
      // As above.
      pendingStore.catch(() => undefined)
    }
  } finally {
    await nextPage.catch(() => undefined)
    await pendingStore
  }
}

async function scorePage(
  model: ScorerModel,
  page: readonly UnscoredSolution[],
): Promise<SolutionScoreRow[]> {
  const scoredSolutions: SolutionScoreRow[] = []
  const timeSlice = new EventLoopYielder()
  for (const solution of page) {
    const scores = scoreSteps(model, solution)
    const values = computeSolutionScoreColumns(scores.steps, averageDisagreement(scores))
    scoredSolutions.push({
      solutionId: solution.id,
      revision: solution.revision,
      values,
      contentKey: null,
    })
    await timeSlice.yieldIfDue()
  }
  return scoredSolutions
}

/** @throws AppError if the version has no usable model */
export async function loadEmbeddedModel(
  projectId: string,
  scorerId: string,
  version: number,
): Promise<ScorerModel> {
  const row = await getDatabase().scorerVersion.findFirst({
    where: { projectId, scorerId, version },
    select: { weights: true },
  })
  const decoded = row?.weights ? decodeModel(row.weights) : null
  if (decoded?.ok) return decoded.model
  throw new AppError(
    'conflict',
    decoded?.error ?? `Version ${version} of the embedded scorer is not trained.`,
  )
}
