import { archiveLockedAnnotations } from '@/lib/annotations/server/archive.sql'
import { turnAnnotationsIntoDrafts } from '@/lib/annotations/server/reopen.sql'
import { Prisma } from '@/lib/generated/prisma/client'
import type { Transaction } from '@/lib/platform/server/database'
import { insertReviews } from './annotation-reviews.sql'

export interface AnnotationReturnTarget {
  projectId: string
  annotationIds: readonly string[]
}

/**
 * Returns submitted annotations to their annotators. Each is archived, becomes a draft with its ratings, and is
 * served first, with a note. Each keeps its slot. The annotations must be locked: this locks queue items after
 * annotations, and rework after items, like claims do.
 */
export async function returnAnnotations(
  db: Transaction,
  target: AnnotationReturnTarget,
  { note, userId }: { note: string; userId: string },
): Promise<void> {
  if (target.annotationIds.length === 0) return
  const { projectId, annotationIds } = target
  await archiveLockedAnnotations(db, { ...target, reason: 'returned' })
  await insertReviews(
    db,
    { projectId, annotations: annotationIds },
    { action: 'returned', note, userId },
  )
  await turnAnnotationsIntoDrafts(db, target)
  await storeAsRework(db, target, note)
}

/** If a solution already is rework for its annotator, the annotator gets both notes. */
async function storeAsRework(
  db: Transaction,
  { projectId, annotationIds }: AnnotationReturnTarget,
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
