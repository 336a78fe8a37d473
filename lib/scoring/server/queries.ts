import { makeSolutionNotFoundError } from '@/lib/annotations/server/solution-errors'
import { streamQuery, query } from '@/lib/auth/server/operation'
import { AppError } from '@/lib/platform/errors'
import { checkOutboundUrl } from '@/lib/platform/server/check-outbound-url'
import type { Database } from '@/lib/platform/server/database'
import { getOutboundClient } from '@/lib/platform/server/outbound'
import {
  exportScoresContract,
  exportUnscoredSolutionsContract,
  getScoreRunContract,
  getScorerVersionContract,
  listScoreRunsContract,
  listScorersContract,
  tryScorerContract,
} from '../contract'
import { getCorrectProbability } from '../step-scores'
import { countTrainableSolutions } from './read-labelled-solutions'
import { readScoreExportLines, readUnscoredExportLines } from './read-score-export-lines'
import { requestScores } from './request-scores'
import { getScoreRunRow, listScoreRunRows } from './score-run-rows.sql'
import {
  toScoreRunReply,
  toScorerReply,
  listScorerVersions,
  getScoreRunReply,
  readScorerVersion,
} from './scorer-reply'
import { countSolutionsAndImportedScores, listScorerRows } from './scorer-rows.sql'

const maxListedRuns = 50
/** Short, because a person is waiting. */
const tryTimeoutSeconds = 30

export const listScorers = query(listScorersContract, {
  action: 'scorer.read',
  scope: 'project',
  async run({ db, project }) {
    const rows = await listScorerRows(db, project.id)
    const versions = rows.length === 0 ? [] : await listScorerVersions(db, project.id)
    return {
      scorers: rows.map((row) => toScorerReply(row, versions)),
      labelled: await countTrainableSolutions(db, project.id),
      ...(await countSolutionsAndImportedScores(db, project.id)),
    }
  },
})

export const getScorerVersion = query(getScorerVersionContract, {
  action: 'scorer.read',
  scope: 'project',
  run: ({ db, project }, { scorer, version }) =>
    readScorerVersion(db, { projectId: project.id, scorerId: scorer, version }),
})

/** A query although it is sent by POST, because nothing is stored. No transaction is open during the request. */
export const tryScorer = query(tryScorerContract, {
  action: 'scorer.change',
  scope: 'project',
  async run({ db, project }, { settings, solution: requestedId }) {
    await checkOutboundUrl(settings.url, 'settings.url')
    const solution = await findSolution(db, project.id, requestedId)
    const startedAt = performance.now()
    const timeoutSeconds = Math.min(settings.timeoutSeconds, tryTimeoutSeconds)
    const response = await requestScores({ ...settings, timeoutSeconds }, solution, {
      outbound: getOutboundClient(),
      signal: AbortSignal.timeout(tryTimeoutSeconds * 1_000),
    }).catch((error: unknown) => {
      if (error instanceof Error && error.name === 'TimeoutError')
        throw new AppError('conflict', `The server did not answer within ${tryTimeoutSeconds} s.`)
      throw error
    })
    if (!response.ok) throw new AppError('conflict', response.message)
    const milliseconds = Math.round(performance.now() - startedAt)
    const scores = response.scores.map((score) => getCorrectProbability(score))
    const steps = solution.steps.map((text, i) => ({ text, score: scores[i] ?? 0 }))
    return { problem: solution.problem, steps, milliseconds }
  },
})

async function findSolution(db: Database, projectId: string, id: string | undefined) {
  const row = await db.solution.findFirst({
    where: { projectId, ...(id === undefined ? {} : { id }), NOT: { steps: { isEmpty: true } } },
    select: { steps: true, problem: { select: { statement: true } } },
    orderBy: { id: 'asc' },
  })
  if (row) return { problem: row.problem.statement, steps: row.steps }
  if (id !== undefined) throw makeSolutionNotFoundError()
  throw new AppError('conflict', 'The project has no solutions to score. Import solutions first.')
}

export const getScoreRun = query(getScoreRunContract, {
  action: 'scorer.read',
  scope: 'project',
  run: ({ db, project }, { run }) => getScoreRunReply(db, { projectId: project.id, runId: run }),
})

export const listScoreRuns = query(listScoreRunsContract, {
  action: 'scorer.read',
  scope: 'project',
  async run({ db, project }) {
    const rows = await listScoreRunRows(db, project.id, maxListedRuns)
    return { runs: rows.map(toScoreRunReply) }
  },
})

export const exportScores = streamQuery(exportScoresContract, {
  action: 'score.export',
  scope: 'project',
  fileName: ({ project, run, scored }) =>
    `${project}-${scored === 'yes' ? 'scores' : 'unscored'}-${run}.jsonl`,
  async *run({ db, project, rows }, { run, scored }) {
    const key = { projectId: project.id, runId: run }
    await getScoreRunRow(db, key)
    yield* readScoreExportLines(rows, key, scored)
  },
})

export const exportUnscoredSolutions = streamQuery(exportUnscoredSolutionsContract, {
  action: 'score.export',
  scope: 'project',
  fileName: ({ project }) => `${project}-unscored.jsonl`,
  run: ({ project, rows }) => readUnscoredExportLines(rows, project.id),
})
