import { isDeepStrictEqual } from 'node:util'
import type { Transaction } from '@/lib/platform/server/database'
import { readDraft } from './read-draft'
import { findWork } from './work.sql'

interface Save {
  lease: string
  writer: string
  sequence: number
}

/**
 * Whether a refused save repeats the last one: same writer, sequence and content. Stores it again with `write` and
 * compares the drafts, so the transaction must be rolled back if they differ.
 */
export async function isRepeatedSave(
  db: Transaction,
  holder: { projectId: string; userId: string; solutionId: string },
  { lease, writer, sequence }: Save,
  write: () => Promise<unknown>,
): Promise<boolean> {
  const { projectId, userId, solutionId } = holder
  const owner = { projectId, userId, lease }
  const before = await findDraft(db, owner)
  // `write` accepts only a higher sequence.
  const rows = await db.$executeRaw`
    update annotation set sequence = sequence - 1
    where project_id = ${projectId}::uuid and user_id = ${userId}::uuid and solution_id = ${solutionId}::uuid
      and state = 'draft' and writer = ${writer}::uuid and sequence = ${sequence}`
  if (rows === 0) return false
  await write()
  return isDeepStrictEqual(before, await findDraft(db, owner))
}

async function findDraft(db: Transaction, owner: Parameters<typeof findWork>[1]) {
  const work = await findWork(db, owner)
  return work?.draft ? readDraft(work.draft, work) : null
}
