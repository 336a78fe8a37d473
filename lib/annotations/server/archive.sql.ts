import type { ArchiveReason } from '@/lib/generated/prisma/enums'
import type { Transaction } from '@/lib/platform/server/database'

/**
 * Stores a copy of an annotation with its option ratings, human options and notes before it is
 * reopened. Copies are numbered from 1 and never changed. Locks the row until the transaction ends,
 * so that nothing changes between the copy and the next statement. Returns the copy's number; null
 * if there is no such annotation.
 */
export async function archiveAnnotation(
  db: Transaction,
  {
    projectId,
    annotationId,
    reason,
  }: { projectId: string; annotationId: string; reason: ArchiveReason },
): Promise<number | null> {
  // Lock first, otherwise two concurrent calls would count the same copies.
  await db.$queryRaw`
    select id from annotation where project_id = ${projectId}::uuid and id = ${annotationId}::uuid for update`
  const [number] = await archiveLockedAnnotations(db, {
    projectId,
    annotationIds: [annotationId],
    reason,
  })
  return number ?? null
}

/**
 * Like `archiveAnnotation`, for rows that the caller has locked. Returns the number of each copy.
 */
export async function archiveLockedAnnotations(
  db: Transaction,
  {
    projectId,
    annotationIds,
    reason,
  }: { projectId: string; annotationIds: readonly string[]; reason: ArchiveReason },
): Promise<number[]> {
  const rows = await db.$queryRaw<{ number: number }[]>`
    insert into annotation_archive (project_id, annotation_id, number, reason, record)
    select l.project_id, l.id,
      1 + (select coalesce(max(a.number), 0) from annotation_archive a
        where a.project_id = l.project_id and a.annotation_id = l.id),
      ${reason}::archive_reason,
      to_jsonb(l) - array['project_id', 'identity'] || jsonb_build_object(
        'option_ratings', coalesce((
          select jsonb_agg(to_jsonb(r) - array['project_id', 'annotation_id'] order by r.step, r.position)
          from option_rating r where r.project_id = l.project_id and r.annotation_id = l.id), '[]'),
        'human_options', coalesce((
          select jsonb_agg(to_jsonb(h) - array['project_id', 'annotation_id'] order by h.step)
          from human_option h where h.project_id = l.project_id and h.annotation_id = l.id), '[]'),
        'notes', coalesce((
          select jsonb_agg(to_jsonb(n) - array['project_id', 'annotation_id'] order by n.step, n.option, n.kind)
          from step_note n where n.project_id = l.project_id and n.annotation_id = l.id), '[]'))
    from annotation l where l.project_id = ${projectId}::uuid and l.id = any (${[...annotationIds]}::uuid[])
    returning number`
  return rows.map(({ number }) => number)
}
