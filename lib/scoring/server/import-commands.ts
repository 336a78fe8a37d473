import { v7 as makeId } from 'uuid'
import { command } from '@/lib/auth/server/operation'
import { requirePerson } from '@/lib/auth/server/require-person'
import { AppError } from '@/lib/platform/errors'
import type { Transaction } from '@/lib/platform/server/database'
import {
  beginScoreImportContract,
  finishScoreImportContract,
  sendScoresContract,
} from '../import-contract'
import { embeddedScorerName } from '../scorer-names'
import { completeScoreImport, lockScoreRun, findScorerOrCreateImported } from './imported-rows.sql'
import { analyzeScoreTable } from './score-rows.sql'
import { getScoreRunRow, insertScoreRun, type ScoreRunKey } from './score-run-rows.sql'
import { toScoreRunReply } from './scorer-reply'
import { storeImportedScores } from './store-imported-scores'

/** For a thousand lines with their steps on a busy machine. */
const sendTimeoutMs = 60_000
/** Below this number of new rows, query plans do not change. */
const minRowsToAnalyze = 10_000

export const beginScoreImport = command(beginScoreImportContract, {
  action: 'score.import',
  scope: 'project',
  async run({ actor, db, project }, { name, scorer: scorerName }) {
    const { userId } = requirePerson(actor)
    const projectId = project.id
    const scorerId = await requireImportScorer(db, projectId, scorerName.trim(), userId)
    const run = { projectId, runId: makeId(), attempt: 1 }
    const request = { scorerId, version: null, model: name.trim(), scope: 'all', userId } as const
    await insertScoreRun(db, run, request)
    return toScoreRunReply(await getScoreRunRow(db, run))
  },
  audit: (_, { run, scorer }) => ({
    target: `score-run:${run}`,
    detail: { operation: 'begin', scorer },
  }),
})

/** Finds or creates the scorer. Throws if it does not accept imported scores. */
async function requireImportScorer(
  db: Transaction,
  projectId: string,
  name: string,
  userId: string,
): Promise<string> {
  const makeConflictError = (reason: string) =>
    new AppError('conflict', `${reason} Nothing was changed. Choose another scorer.`)
  const makeScorerKindError = (kind: string) =>
    makeConflictError(`The scorer ${name} ${kind}, and does not accept imported scores.`)
  if (name.toLowerCase() === embeddedScorerName.toLowerCase())
    throw makeScorerKindError('is the embedded scorer')
  const { id, kind, retiredAt } = await findScorerOrCreateImported(db, projectId, {
    id: makeId(),
    name,
    userId,
  })
  if (kind !== 'imported') throw makeScorerKindError('is a model server')
  if (retiredAt !== null) throw makeConflictError(`The scorer ${name} is retired.`)
  return id
}

export const sendScores = command(sendScoresContract, {
  action: 'score.import',
  scope: 'project',
  timeoutMs: sendTimeoutMs,
  async run({ db, project }, { run: runId, lines }) {
    const key = { projectId: project.id, runId }
    if (new Set(lines.map(({ line }) => line)).size < lines.length)
      throw new AppError(
        'invalid_input',
        'Two lines have the same line number. Nothing was stored. Number each line once.',
      )
    await lockOpenImport(db, key)
    return storeImportedScores(db, key, lines)
  },
  audit: ({ run }, { stored, rejected }) => ({
    target: `score-run:${run}`,
    detail: { operation: 'send', stored, rejected: rejected.length },
  }),
})

export const finishScoreImport = command(finishScoreImportContract, {
  action: 'score.import',
  scope: 'project',
  timeoutMs: sendTimeoutMs,
  async run({ db, project }, { run: runId, rejected }) {
    const runKey = { projectId: project.id, runId }
    const state = await lockOpenImport(db, runKey, 'done')
    if (state === 'running') {
      await completeScoreImport(db, runKey, rejected)
      const { doneRows } = await getScoreRunRow(db, runKey)
      if (doneRows >= minRowsToAnalyze) await analyzeScoreTable(db)
    }
    return toScoreRunReply(await getScoreRunRow(db, runKey))
  },
  audit: ({ run, rejected }) => ({
    target: `score-run:${run}`,
    detail: { operation: 'finish', rejected },
  }),
})

/**
 * Locks the run, which must be a running import, or in `otherAcceptedState`.
 * @returns its state
 */
async function lockOpenImport(
  db: Transaction,
  key: ScoreRunKey,
  otherAcceptedState?: 'done',
): Promise<string> {
  const run = await lockScoreRun(db, key)
  if (run === null) throw new AppError('not_found', 'Score run not found in this project.')
  const { number, kind, state } = run
  if (kind !== 'imported')
    throw new AppError('conflict', `Run ${number} is not an import. Start a score import instead.`)
  if (state !== 'running' && state !== otherAcceptedState)
    throw new AppError(
      'conflict',
      `Run ${number} is ${state} and does not accept more scores. Nothing was changed. Resume it and send again.`,
      { state },
    )
  return state
}
