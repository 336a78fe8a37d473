import type { Transaction } from '@/lib/platform/server/database'

/** Sets whether claims require a passed screening from annotators who are not admitted. */
export async function storeScreeningRequirement(
  db: Transaction,
  projectId: string,
  requiresScreening: boolean,
): Promise<void> {
  await db.$executeRaw`
    insert into queue_settings (project_id, requires_screening) values (${projectId}::uuid, ${requiresScreening})
    on conflict (project_id) do update set requires_screening = excluded.requires_screening`
}

/**
 * Admits annotators who have already submitted work, because they started before screening was required. Those who have
 * a screening status keep it.
 */
export async function admitAnnotatorsWithSubmissions(
  db: Transaction,
  projectId: string,
): Promise<void> {
  await db.$executeRaw`
    insert into queue_admission (project_id, user_id, status)
    select m.project_id, m.user_id, 'admitted' from member m
    where m.project_id = ${projectId}::uuid and exists (select from annotation l
      where l.project_id = m.project_id and l.user_id = m.user_id and l.state = 'submitted' and not l.is_screening)
    on conflict do nothing`
}
