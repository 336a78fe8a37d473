import { Prisma } from '@/lib/generated/prisma/client'
import { archiveLocked } from '@/lib/annotations/server/archive.sql'
import { openDrafts } from '@/lib/annotations/server/reopen.sql'
import type { Transaction } from '@/lib/platform/server/database'
import { insertReviews } from './reviews.sql'

export interface SentBack {
  projectId: string
  annotationIds: readonly string[]
}

/**
 * Gives submitted annotations back to their annotators: each is kept as it was, is a draft with its ratings, and is served
 * before anything else, with a note. Its place in the queue stays taken. Call it with the annotations locked: items are
 * locked after them here, and what is due after the items, as by whoever is served.
 */
export async function sendBack(
  db: Transaction,
  which: SentBack,
  { note, userId }: { note: string; userId: string },
): Promise<void> {
  if (which.annotationIds.length === 0) return
  const { projectId, annotationIds } = which
  await archiveLocked(db, { ...which, reason: 'returned' })
  await insertReviews(
    db,
    { projectId, annotations: annotationIds },
    { act: 'returned', note, userId },
  )
  await openDrafts(db, which)
  await storeReturned(db, which, note)
}

/** Where one is due already, its annotator is told of both. */
async function storeReturned(
  db: Transaction,
  { projectId, annotationIds }: SentBack,
  note: string,
): Promise<void> {
  const ids = Prisma.sql`any (${[...annotationIds]}::uuid[])`
  await db.$executeRaw`
    insert into queue_rework as d (project_id, user_id, solution_id, kind, note)
    select project_id, user_id, solution_id, 'returned'::rework_kind, ${note}::text from annotation
    where project_id = ${projectId}::uuid and id = ${ids}
    on conflict (project_id, user_id, solution_id) do update
      set kind = 'returned', note = concat_ws(E'\n\n', nullif(d.note, ''), excluded.note)`
}
