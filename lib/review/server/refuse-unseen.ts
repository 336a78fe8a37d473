import { AppError } from '@/lib/platform/errors'
import { formatInstant } from '@/lib/platform/format'
import type { StandingRow } from './answers.sql'
import { describeStanding } from './describe-pair'

/**
 * A word is not given over one of another person that whoever gives it has not seen.
 *
 * @param stands what stands now; null where nobody has spoken
 * @param seen the ruledAt that the caller knows of
 */
export function refuseUnseen(
  stands: (StandingRow & { userId: string | null }) | null,
  { seen, userId, of }: { seen: string | null; userId: string; of: 'pair' | 'solution' },
): void {
  if (stands === null || stands.ruledAt === null || stands.userId === userId) return
  if (seen !== null && Date.parse(seen) === stands.ruledAt.getTime()) return
  const note = stands.note === null || stands.note === '' ? '' : ` (“${stands.note}”)`
  throw new AppError(
    'conflict',
    `${stands.ruledBy ?? 'Another person'} spoke of this ${of} on ${formatInstant(stands.ruledAt.toISOString())} UTC: ${stands.verdict}${note}. That stands, and nothing was changed. Say it once more to say otherwise.`,
    { standing: describeStanding(stands) },
  )
}
