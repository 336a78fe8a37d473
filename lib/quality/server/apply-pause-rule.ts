import { randomUUID } from 'node:crypto'
import { system } from '@/lib/auth/actor'
import { appendAuditEntry } from '@/lib/auth/server/audit'
import type { Database } from '@/lib/platform/server/database'
import { judgeAnswers } from '../pause-rule'
import { insertPause, type GoldCounts, listGoldCounts } from './pause.sql'

/**
 * How often all annotators are checked, because gold and settings can change. Between these scans, only annotators with
 * recent answers to gold are checked.
 */
const fullScanIntervalMs = 5 * 60_000
const recentMinutes = 2

/** Must not reveal which answers were wrong. */
const pauseMessage =
  'Some of your answers differ from known answers. A reviewer will check and decide when you can continue.'

let lastFullScanAt = -Infinity

/** Pauses annotators whose gold answers meet the pause rule. Returns their number. */
export async function applyPauseRule(
  db: Database,
  {
    includeInactive = performance.now() - lastFullScanAt > fullScanIntervalMs,
  }: { includeInactive?: boolean } = {},
): Promise<number> {
  if (includeInactive) lastFullScanAt = performance.now()
  let paused = 0
  for (const row of await listGoldCounts(db, includeInactive ? null : recentMinutes))
    if (await pauseByRule(db, row)) paused += 1
  return paused
}

async function pauseByRule(db: Database, row: GoldCounts): Promise<boolean> {
  const { projectId, userId, threshold } = row
  const judgement = judgeAnswers(row, threshold)
  if (!judgement.pauses) return false
  return db.$transaction(async (transaction) => {
    const pause = { projectId, userId, byUserId: null, message: pauseMessage, judgement }
    const id = await insertPause(transaction, pause)
    if (id === null) return false
    const { answers, exact, probability } = judgement
    await appendAuditEntry(transaction, {
      actor: system,
      project: { id: projectId },
      action: 'person.pause',
      target: `user:${userId}`,
      detail: { pause: id, answers, exact, threshold, probability },
      requestId: randomUUID(),
    })
    return true
  })
}
