import type { ArchiveReason } from '@/lib/generated/prisma/enums'
import type { Transaction } from '@/lib/platform/server/database'

/**
 * Keeps a labelling as it is now, with its option ratings, human options and notes, before it is opened again: copies
 * are numbered from 1 and never changed. The row stays locked until the transaction ends, so nothing comes between the
 * copy and what is done next. Returns the copy's number; null where there is no such labelling.
 */
export async function archiveLabelling(
  db: Transaction,
  {
    projectId,
    labellingId,
    reason,
  }: { projectId: string; labellingId: string; reason: ArchiveReason },
): Promise<number | null> {
  // Locked first: two at once would otherwise count the same copies.
  await db.$queryRaw`
    select id from labelling where project_id = ${projectId}::uuid and id = ${labellingId}::uuid for update`
  const [number] = await archiveLocked(db, { projectId, labellingIds: [labellingId], reason })
  return number ?? null
}

/** As `archiveLabelling`, for rows that the caller has locked. Returns the number of each copy. */
export async function archiveLocked(
  db: Transaction,
  {
    projectId,
    labellingIds,
    reason,
  }: { projectId: string; labellingIds: readonly string[]; reason: ArchiveReason },
): Promise<number[]> {
  const rows = await db.$queryRaw<{ number: number }[]>`
    insert into labelling_archive (project_id, labelling_id, number, reason, record)
    select l.project_id, l.id,
      1 + (select coalesce(max(a.number), 0) from labelling_archive a
        where a.project_id = l.project_id and a.labelling_id = l.id),
      ${reason}::archive_reason,
      to_jsonb(l) - array['project_id', 'identity'] || jsonb_build_object(
        'option_ratings', coalesce((
          select jsonb_agg(to_jsonb(r) - array['project_id', 'labelling_id'] order by r.step, r.position)
          from option_rating r where r.project_id = l.project_id and r.labelling_id = l.id), '[]'),
        'human_options', coalesce((
          select jsonb_agg(to_jsonb(h) - array['project_id', 'labelling_id'] order by h.step)
          from human_option h where h.project_id = l.project_id and h.labelling_id = l.id), '[]'),
        'notes', coalesce((
          select jsonb_agg(to_jsonb(n) - array['project_id', 'labelling_id'] order by n.step, n.option, n.kind)
          from step_note n where n.project_id = l.project_id and n.labelling_id = l.id), '[]'))
    from labelling l where l.project_id = ${projectId}::uuid and l.id = any (${[...labellingIds]}::uuid[])
    returning number`
  return rows.map(({ number }) => number)
}
