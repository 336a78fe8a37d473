import { AppError } from '@/lib/platform/errors'
import type { Transaction } from '@/lib/platform/server/database'
import { type LockedRuling, lockRulings } from './rulings.sql'

export function makeNoRuling(ruling: number): AppError {
  return new AppError(
    'not_found',
    `There is no ruling ${ruling} in this project, or it was taken back.`,
  )
}

/** A ruling, locked. Throws `not_found`. */
export async function lockRuling(
  db: Transaction,
  projectId: string,
  ruling: number,
): Promise<LockedRuling> {
  const [found] = await lockRulings(db, projectId, [ruling])
  if (!found) throw makeNoRuling(ruling)
  return found
}

/** The same, while it may be changed. Throws `conflict` once it is published. */
export async function lockDraft(
  db: Transaction,
  projectId: string,
  ruling: number,
): Promise<LockedRuling> {
  const found = await lockRuling(db, projectId, ruling)
  if (found.state === 'published')
    throw new AppError(
      'conflict',
      `Ruling ${ruling} is part of version ${found.guidelineVersion} of the guideline, which stays as it was read. Nothing was changed: make a new ruling, or change the guideline.`,
    )
  return found
}
