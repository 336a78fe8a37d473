import type { Transaction } from '@/lib/platform/server/database'

/** Stores a copy of an annotation, as imported and with a new id and labeler. Returns its id. */
export async function insertAnnotationCopy(
  db: Transaction,
  original: string,
  labeler: string,
): Promise<string> {
  const [row] = await db.$queryRaw<[{ id: string }]>`
    insert into annotation (project_id, id, solution_id, import_id, labeler, origin, state, flow, step_count, ratings,
      flagged, chosen, offered, finish_reason, identity, recorded_at)
    select project_id, uuidv7(), solution_id, (select s.import_id from solution s where s.id = l.solution_id), ${labeler},
      'imported', state, flow, step_count, ratings, flagged, chosen, offered, finish_reason,
      sha256(convert_to(${labeler}, 'UTF8')), '2026-03-02T09:00:00'
    from annotation l where id = ${original}::uuid returning id`
  return row.id
}
