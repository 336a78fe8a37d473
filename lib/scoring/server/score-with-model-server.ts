import { createHash } from 'node:crypto'
import { setMaxListeners } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { isConnectionUnavailableError } from '@/lib/jobs/server/connection-unavailable-error'
import { getDatabase } from '@/lib/platform/server/database'
import { getOutboundClient } from '@/lib/platform/server/outbound'
import { makeScoreSettingsKey } from '@/lib/scoring/connectors/request-by-connector'
import type { ModelServerSettings } from '../model-server-settings'
import { readUnscoredPage } from './read-unscored-page'
import { requestScores } from './request-scores'
import { findReusableScores, type UnscoredSolution } from './score-rows.sql'
import type { ScoreRunAttempt, ScoreScope } from './score-run-rows.sql'
import { computeSolutionScoreColumns, type SolutionScoreColumns } from './solution-score-columns'
import { type ScoreBatch, storeScores } from './store-scores'

export interface ModelServerRun {
  run: ScoreRunAttempt
  scope: ScoreScope
  settings: ModelServerSettings
  /** Aborted if the run is cancelled or the process ends. */
  signal: AbortSignal
}

/** A failure that every other solution would have too. The run ends. */
export class ModelServerFailedError extends Error {
  override readonly name = 'ModelServerFailedError'
}

const pageRows = 200
const storeEveryMs = 500
/** Between attempts to store results while the database is unreachable. */
const storeRetryDelaysMs = [1_000, 2_000, 4_000, 8_000]
/** After this number of consecutive solutions with a temporary failure, a server counts as down. */
const maxConsecutiveBusyFailures = 5

/**
 * Requests the scores of all waiting solutions, with the concurrency of the settings, and stores results twice a second.
 * If storing fails, no more requests are sent.
 *
 * @throws ModelServerFailedError after earlier replies were stored
 */
export async function scoreWithModelServer(server: ModelServerRun): Promise<void> {
  const solutions = readPendingSolutions(server)
  const stopController = new AbortController()
  const signal = AbortSignal.any([server.signal, stopController.signal])
  // Each concurrent request adds a listener. Node would warn of a leak above ten.
  setMaxListeners(0, signal)
  const requester = new ScoreRequester({ ...server, signal })
  const work = async () => {
    for (;;) {
      const next = await solutions.next()
      if (next.done || stopController.signal.aborted) return
      await requester.request(next.value)
    }
  }
  let firstError: Error | null = null
  const stop = (error: unknown) => {
    // The first error is the reason; the other requests are cancelled.
    firstError ??= error instanceof Error ? error : new Error(String(error))
    stopController.abort(error)
  }
  const timer = setInterval(() => void requester.store().catch(stop), storeEveryMs)
  const workers = Array.from({ length: server.settings.concurrency }, () => work().catch(stop))
  await Promise.all(workers)
  clearInterval(timer)
  await storeRemaining(requester, server.signal)
  const error = firstError as Error | null
  if (error !== null) throw error
}

/** Results may have been paid for, so waits a while for an unreachable database. */
async function storeRemaining(requester: ScoreRequester, signal: AbortSignal): Promise<void> {
  for (const waitMs of storeRetryDelaysMs)
    try {
      return await requester.store()
    } catch (error) {
      if (signal.aborted || !isConnectionUnavailableError(error)) throw error
      await sleep(waitMs, undefined, { signal }).catch(() => undefined)
    }
  return requester.store()
}

/** A solution with the key of its request, and the scores that another run stored for this key, if any. */
interface PendingSolution extends UnscoredSolution {
  contentKey: Buffer
  reusableScores: SolutionScoreColumns | null
}

async function* readPendingSolutions({
  run,
  scope,
  settings,
}: ModelServerRun): AsyncGenerator<PendingSolution> {
  const reuseKey = makeScoreSettingsKey(settings)
  for (let after: string | null = null; ;) {
    const page: UnscoredSolution[] = await readUnscoredPage(run, { scope, after, count: pageRows })
    const last = page.at(-1)
    if (!last) return
    const keys = page.map(({ problem, steps }) => hashScoreRequest(reuseKey, problem, steps))
    const storedScores = await findReusableScores(getDatabase(), run.projectId, keys)
    for (const [i, solution] of page.entries()) {
      const contentKey = keys[i]!
      yield {
        ...solution,
        contentKey,
        reusableScores: storedScores.get(contentKey.toString('hex')) ?? null,
      }
    }
    after = last.id
  }
}

function hashScoreRequest(reuseKey: string, problem: string, steps: readonly string[]): Buffer {
  return createHash('sha256')
    .update(JSON.stringify([reuseKey, problem, steps]))
    .digest()
}

class ScoreRequester {
  private pendingScores = makeEmptyScoreBatch()
  private lastStore: Promise<void> = Promise.resolve()
  private consecutiveBusyFailures = 0

  constructor(private readonly server: ModelServerRun) {}

  async request({
    id,
    problem,
    steps,
    revision,
    contentKey,
    reusableScores,
  }: PendingSolution): Promise<void> {
    if (reusableScores !== null) {
      this.pendingScores.scored.push({
        solutionId: id,
        revision,
        values: reusableScores,
        contentKey,
      })
      this.pendingScores.reused += 1
      // Reused scores come fast, so they are stored without waiting for the timer.
      if (this.pendingScores.scored.length >= pageRows) await this.store()
      return
    }
    const { settings, signal } = this.server
    const response = await requestScores(
      settings,
      { problem, steps },
      { outbound: getOutboundClient(), signal },
    )
    if (response.ok) {
      this.consecutiveBusyFailures = 0
      const values = computeSolutionScoreColumns(response.scores)
      this.pendingScores.scored.push({ solutionId: id, revision, values, contentKey })
      return
    }
    if (response.scope === 'server') throw new ModelServerFailedError(response.message)
    this.consecutiveBusyFailures = response.scope === 'busy' ? this.consecutiveBusyFailures + 1 : 0
    if (this.consecutiveBusyFailures >= maxConsecutiveBusyFailures)
      throw new ModelServerFailedError(response.message)
    this.pendingScores.failed.push({ solutionId: id, message: response.message })
  }

  /** One batch at a time. What could not be stored is retried with the next batch. */
  store(): Promise<void> {
    const storage = this.lastStore.then(() => this.storePending())
    this.lastStore = storage.catch(() => undefined)
    return storage
  }

  private async storePending(): Promise<void> {
    const { pendingScores } = this
    this.pendingScores = makeEmptyScoreBatch()
    try {
      await storeScores(this.server.run, pendingScores)
    } catch (error) {
      const { scored, reused, failed } = this.pendingScores
      this.pendingScores = {
        scored: [...pendingScores.scored, ...scored],
        reused: pendingScores.reused + reused,
        failed: [...pendingScores.failed, ...failed],
      }
      throw error
    }
  }
}

const makeEmptyScoreBatch = (): ScoreBatch => ({ scored: [], reused: 0, failed: [] })
