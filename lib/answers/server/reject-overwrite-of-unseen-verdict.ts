import { AppError } from '@/lib/platform/errors'
import { formatInstant } from '@/lib/platform/format'
import { toVerdictStatusReply } from './answer-pair-reply'
import type { VerdictStatusRow } from './answers.sql'

/**
 * Rejects a verdict if someone else's current verdict is one that the caller has not read.
 * @param current the current verdict; null for none
 * @param expected the `decidedAt` that the caller knows
 */
export function rejectOverwriteOfUnseenVerdict(
  current: (VerdictStatusRow & { userId: string | null }) | null,
  {
    expected,
    userId,
    subject,
  }: { expected: string | null; userId: string; subject: 'pair' | 'solution' },
): void {
  if (current === null || current.decidedAt === null || current.userId === userId) return
  if (expected !== null && Date.parse(expected) === current.decidedAt.getTime()) return
  const note = current.note === null || current.note === '' ? '' : ` (“${current.note}”)`
  throw new AppError(
    'conflict',
    `${current.decidedBy ?? 'Someone else'} decided on this ${subject} on ${formatInstant(current.decidedAt.toISOString())} UTC: ${current.verdict}${note}. Nothing was changed. To replace their decision, decide again.`,
    { current: toVerdictStatusReply(current) },
  )
}
