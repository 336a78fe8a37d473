import { isDeepStrictEqual } from 'node:util'
import { AppError } from '@/lib/platform/errors'
import type { Transaction } from '@/lib/platform/server/database'
import { toDraftContent } from './draft-content'
import { findLeasedSolution } from './leased-solution.sql'

interface Save {
  lease: string
  writer: string
  sequence: number
}

interface DraftKey {
  projectId: string
  userId: string
  solutionId: string
}

/**
 * Stores a save with `write`. If that is rejected as a conflict, but the save equals the stored one (writer, sequence
 * and content), accepts it. Otherwise throws the conflict.
 */
export async function saveUnlessRepeated(
  db: Transaction,
  draftKey: DraftKey,
  save: Save,
  write: () => Promise<string>,
): Promise<{ annotationId: string; isRepeated: boolean }> {
  try {
    return { annotationId: await write(), isRepeated: false }
  } catch (error) {
    const isConflict = error instanceof AppError && error.code === 'conflict'
    const annotationId = isConflict ? await writeAgain(db, draftKey, save, write) : null
    if (annotationId === null) throw error
    return { annotationId, isRepeated: true }
  }
}

/** Stores the last save again and compares the drafts. Null if they differ, or if it is not the last save. */
async function writeAgain(
  db: Transaction,
  { projectId, userId, solutionId }: DraftKey,
  { lease, writer, sequence }: Save,
  write: () => Promise<string>,
): Promise<string | null> {
  const leaseKey = { projectId, userId, lease }
  const storedContent = await findDraft(db, leaseKey)
  // `write` accepts only a higher sequence.
  const rows = await db.$executeRaw`
    update annotation set sequence = sequence - 1
    where project_id = ${projectId}::uuid and user_id = ${userId}::uuid and solution_id = ${solutionId}::uuid
      and state = 'draft' and writer = ${writer}::uuid and sequence = ${sequence}`
  if (rows === 0) return null
  const annotationId = await write()
  return isDeepStrictEqual(storedContent, await findDraft(db, leaseKey)) ? annotationId : null
}

async function findDraft(db: Transaction, leaseKey: Parameters<typeof findLeasedSolution>[1]) {
  const work = await findLeasedSolution(db, leaseKey)
  return work?.draft ? toDraftContent(work.draft, work) : null
}
