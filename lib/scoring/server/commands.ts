import { v7 as makeId } from 'uuid'
import { command } from '@/lib/auth/server/operation'
import { requirePerson } from '@/lib/auth/server/require-person'
import { Prisma } from '@/lib/generated/prisma/client'
import { enqueueJob } from '@/lib/jobs/server/enqueue'
import { AppError } from '@/lib/platform/errors'
import { checkOutboundUrl } from '@/lib/platform/server/check-outbound-url'
import type { Transaction } from '@/lib/platform/server/database'
import { formatModelAndConnector } from '@/lib/scoring/connectors/request-by-connector'
import {
  cancelScoreRunContract,
  cancelTrainingContract,
  createScorerContract,
  resumeScoreRunContract,
  retireScorerContract,
  startScoreRunContract,
  trainScorerContract,
} from '../contract'
import { embeddedScorerName } from '../scorer-names'
import { hasTrainableSolutions } from './read-labelled-solutions'
import {
  restartScoreRun,
  insertScoreRun,
  cancelRunningScoreRun,
  getScoreRunRow,
} from './score-run-rows.sql'
import { findScorerApiKey } from './scorer-api-keys'
import {
  toScoreRunReply,
  getScorerRow,
  readScorer,
  getModelServerSettings,
  readScorerVersion,
} from './scorer-reply'
import {
  findNewestTrainedVersion,
  insertScorerVersion,
  retireScorerRow,
  cancelTrainingRun,
  type ScorerRow,
  findOrCreateEmbeddedScorer,
} from './scorer-rows.sql'

const nameTakenText =
  'Another scorer has this name, possibly a retired one. Choose a different name.'

export const createScorer = command(createScorerContract, {
  action: 'scorer.change',
  scope: 'project',
  async run({ actor, db, project }, { name, settings }) {
    const { userId } = requirePerson(actor)
    await checkOutboundUrl(settings.url, 'settings.url')
    const key = findScorerApiKey(settings)
    if (!key.ok && key.error === 'refused')
      throw new AppError('invalid_input', key.problem, {
        issues: [{ location: 'settings.key', reason: key.problem }],
      })
    const scorerKey = { projectId: project.id, scorerId: makeId() }
    const createNameTakenError = () =>
      new AppError('conflict', nameTakenText, {
        issues: [{ location: 'name', reason: nameTakenText }],
      })
    if (name.trim().toLowerCase() === embeddedScorerName.toLowerCase()) throw createNameTakenError()
    try {
      await db.scorer.create({
        data: {
          projectId: project.id,
          id: scorerKey.scorerId,
          name: name.trim(),
          kind: 'server',
          settings,
          userId,
        },
        select: { id: true },
      })
    } catch (error) {
      if (error instanceof Prisma.PrismaClientKnownRequestError && error.code === 'P2002')
        throw createNameTakenError()
      throw error
    }
    return readScorer(db, scorerKey)
  },
  audit: ({ settings }, { scorer }) => ({
    target: `scorer:${scorer}`,
    detail: { operation: 'create', connector: settings.connector },
  }),
})

export const retireScorer = command(retireScorerContract, {
  action: 'scorer.change',
  scope: 'project',
  async run({ db, project }, { scorer }) {
    const rowKey = { projectId: project.id, scorerId: scorer }
    await getScorerRow(db, rowKey)
    await retireScorerRow(db, rowKey)
    return readScorer(db, rowKey)
  },
  audit: ({ scorer }) => ({ target: `scorer:${scorer}`, detail: { operation: 'retire' } }),
})

export const trainScorer = command(trainScorerContract, {
  action: 'scorer.change',
  scope: 'project',
  async run({ actor, db, project }, { seed }) {
    const { userId } = requirePerson(actor)
    const projectId = project.id
    if (!(await hasTrainableSolutions(db, projectId)))
      throw new AppError(
        'conflict',
        'There are no labels to train on. Nothing was changed. Label solutions, or import labels.',
      )
    const scorerId = await findOrCreateEmbeddedScorer(db, projectId, {
      id: makeId(),
      name: embeddedScorerName,
      userId,
    })
    const attempt = 1
    const version = await insertScorerVersion(
      db,
      { projectId, scorerId },
      { seed, userId, attempt },
    )
    if (version === null)
      throw new AppError(
        'conflict',
        'The embedded scorer is already training. Nothing was changed. Wait for it, or cancel it.',
      )
    await enqueueJob(db, 'train', { projectId, scorerId, version, attempt })
    return {
      scorer: scorerId,
      version: await readScorerVersion(db, { projectId, scorerId, version }),
    }
  },
  audit: ({ seed }, { scorer, version }) => ({
    target: `scorer:${scorer}`,
    detail: { operation: 'train', version: version.version, seed },
  }),
})

export const cancelTraining = command(cancelTrainingContract, {
  action: 'scorer.change',
  scope: 'project',
  async run({ db, project }, { scorer, version }) {
    const rowKey = { projectId: project.id, scorerId: scorer, version }
    const isCancelled = await cancelTrainingRun(db, rowKey, 'Cancelled. No version was stored.')
    const reply = await readScorerVersion(db, rowKey)
    if (!isCancelled && reply.state !== 'cancelled')
      throw new AppError(
        'conflict',
        `Version ${version} is ${reply.state}. Only a running one can be cancelled.`,
        {
          state: reply.state,
        },
      )
    return reply
  },
  audit: ({ scorer, version }) => ({
    target: `scorer:${scorer}`,
    detail: { operation: 'cancel-training', version },
  }),
})

export const startScoreRun = command(startScoreRunContract, {
  action: 'score.run',
  scope: 'project',
  async run({ actor, db, project }, { scorer: scorerId, version, scope }) {
    const { userId } = requirePerson(actor)
    const projectId = project.id
    const row = await getScorerRow(db, { projectId, scorerId })
    requireUsableScorer(row)
    const model = await chooseModel(db, projectId, row, version)
    const run = { projectId, runId: makeId(), attempt: 1 }
    await insertScoreRun(db, run, { scorerId, ...model, scope, userId })
    await enqueueJob(db, 'score', run)
    return toScoreRunReply(await getScoreRunRow(db, run))
  },
  audit: ({ scorer, scope }, { run, model }) => ({
    target: `score-run:${run}`,
    detail: { operation: 'start', scorer, model, scope },
  }),
})

async function chooseModel(
  db: Transaction,
  projectId: string,
  row: ScorerRow,
  requestedVersion: number | undefined,
): Promise<{ version: number | null; model: string }> {
  if (row.kind === 'imported')
    throw new AppError(
      'conflict',
      `${row.name} takes imported scores only. Send them with "stepmark score import".`,
    )
  if (row.kind === 'server') {
    if (requestedVersion !== undefined)
      throw new AppError('invalid_input', 'Model servers have no versions. Remove the version.')
    return { version: null, model: formatModelAndConnector(getModelServerSettings(row)) }
  }
  const rowKey = { projectId, scorerId: row.scorer }
  const version = requestedVersion ?? (await findNewestTrainedVersion(db, rowKey))
  if (version === null)
    throw new AppError('conflict', 'The embedded scorer is not trained yet. Train it first.')
  const { state } = await readScorerVersion(db, { ...rowKey, version })
  if (state !== 'done')
    throw new AppError(
      'conflict',
      `Version ${version} of the embedded scorer is ${state}, not done.`,
    )
  return { version, model: `embedded ${version}` }
}

function requireUsableScorer(row: ScorerRow): void {
  if (row.retiredAt !== null)
    throw new AppError(
      'conflict',
      `The scorer ${row.name} is retired. Nothing was changed. Choose another scorer.`,
    )
  if (row.kind !== 'server') return
  const key = findScorerApiKey(getModelServerSettings(row))
  if (!key.ok) throw new AppError('conflict', key.problem)
}

export const cancelScoreRun = command(cancelScoreRunContract, {
  action: 'score.run',
  scope: 'project',
  async run({ db, project }, { run: runId }) {
    const rowKey = { projectId: project.id, runId }
    const message = 'Cancelled. Scores so far are kept, and the run can be resumed.'
    const isCancelled = await cancelRunningScoreRun(db, rowKey, message)
    const row = await getScoreRunRow(db, rowKey)
    if (!isCancelled && row.state !== 'cancelled')
      throw new AppError(
        'conflict',
        `Run ${row.number} is ${row.state}. Only a running one can be cancelled.`,
        {
          state: row.state,
        },
      )
    return toScoreRunReply(row)
  },
  audit: ({ run }) => ({ target: `score-run:${run}`, detail: { operation: 'cancel' } }),
})

export const resumeScoreRun = command(resumeScoreRunContract, {
  action: 'score.run',
  scope: 'project',
  async run({ db, project }, { run: runId }) {
    const rowKey = { projectId: project.id, runId }
    const row = await getScoreRunRow(db, rowKey)
    requireUsableScorer(await getScorerRow(db, { projectId: project.id, scorerId: row.scorer }))
    const attempt = await restartScoreRun(db, rowKey)
    if (attempt === null) throw new AppError('conflict', `Run ${row.number} is already running.`)
    // Imported scores are uploaded, not computed here.
    if (row.kind !== 'imported') await enqueueJob(db, 'score', { ...rowKey, attempt })
    return toScoreRunReply(await getScoreRunRow(db, rowKey))
  },
  audit: ({ run }) => ({ target: `score-run:${run}`, detail: { operation: 'resume' } }),
})
