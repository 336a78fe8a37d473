import { randomInt, randomUUID } from 'node:crypto'
import { systemActor } from '@/lib/auth/actor'
import { appendAuditEntry } from '@/lib/auth/server/audit'
import type { Database } from '@/lib/platform/server/database'
import { evaluatePauseRule, pauseDelayInAnnotations } from '../pause-rule'
import {
  deletePlannedPause,
  type GoldAnswerTotals,
  insertPause,
  insertPlannedPause,
  listGoldAnswerTotals,
} from './pause-rule.sql'

/**
 * How often all annotators are checked, because gold and settings can change. Between these scans, only annotators with
 * recent answers to gold or a planned pause are checked.
 */
const fullScanIntervalMs = 5 * 60_000
const recentMinutes = 2

/** Must not reveal which answers were wrong. */
const pauseMessage =
  'Some of your answers differ from known answers. A reviewer will check and decide when you can continue.'

let lastFullScanAt = -Infinity

/**
 * Plans a pause for annotators whose gold answers meet the pause rule, and pauses them after their next 5 to 15 annotations if
 * their answers still meet it. Returns the number of annotators who were paused.
 */
export async function applyPauseRule(
  db: Database,
  {
    includeInactive = performance.now() - lastFullScanAt > fullScanIntervalMs,
  }: { includeInactive?: boolean } = {},
): Promise<number> {
  if (includeInactive) lastFullScanAt = performance.now()
  let pausedCount = 0
  for (const row of await listGoldAnswerTotals(db, includeInactive ? null : recentMinutes))
    if (await pauseByRule(db, row)) pausedCount += 1
  return pausedCount
}

async function pauseByRule(db: Database, row: GoldAnswerTotals): Promise<boolean> {
  const { projectId, userId, threshold } = row
  const judgement = evaluatePauseRule(row, threshold)
  if (!judgement.shouldPause) {
    if (row.plannedPause) await deletePlannedPause(db, row)
    return false
  }
  if (!row.plannedPause) {
    const afterAnnotations = randomInt(pauseDelayInAnnotations.min, pauseDelayInAnnotations.max + 1)
    await insertPlannedPause(db, { projectId, userId, afterAnnotations })
    return false
  }
  if (!row.plannedPause.isDue) return false
  return db.$transaction(async (transaction) => {
    await deletePlannedPause(transaction, row)
    const pause = { projectId, userId, byUserId: null, message: pauseMessage, judgement }
    const id = await insertPause(transaction, pause)
    if (id === null) return false
    const { answers, exact, probability } = judgement
    await appendAuditEntry(transaction, {
      actor: systemActor,
      project: { id: projectId },
      action: 'person.pause',
      target: `user:${userId}`,
      detail: { pause: id, answers, exact, threshold, probability },
      requestId: randomUUID(),
    })
    return true
  })
}
