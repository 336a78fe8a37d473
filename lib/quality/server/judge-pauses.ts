import { randomUUID } from 'node:crypto'
import { system } from '@/lib/auth/actor'
import { appendAuditEntry } from '@/lib/auth/server/audit'
import type { Database } from '@/lib/platform/server/database'
import { judgeAnswers } from '../pause-rule'
import { insertPause, type JudgedRow, listJudged } from './pause.sql'

/** Everyone is looked at so often, for gold and settings change; in between only those who answered gold just now. */
const fullScanIntervalMs = 5 * 60_000
const justNowMinutes = 2

/** Says nothing by which an answer could be told. */
export const ruleMessage =
  'Some of your answers differ from known answers. A reviewer will check and decide when you can continue.'

let lastFullScanAt = -Infinity

/** Pauses annotators whose gold answers meet the pause rule. Returns their number. */
export async function judgePauses(
  db: Database,
  {
    includeInactive = performance.now() - lastFullScanAt > fullScanIntervalMs,
  }: { includeInactive?: boolean } = {},
): Promise<number> {
  if (includeInactive) lastFullScanAt = performance.now()
  let paused = 0
  for (const row of await listJudged(db, includeInactive ? null : justNowMinutes))
    if (await pauseByRule(db, row)) paused += 1
  return paused
}

async function pauseByRule(db: Database, row: JudgedRow): Promise<boolean> {
  const { projectId, userId, threshold } = row
  const judgement = judgeAnswers(row, threshold)
  if (!judgement.pauses) return false
  return db.$transaction(async (transaction) => {
    const pause = { projectId, userId, byUserId: null, message: ruleMessage, judgement }
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
