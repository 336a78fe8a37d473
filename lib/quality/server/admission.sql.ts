import type { Transaction } from '@/lib/platform/server/database'

/** Claims ask new annotators for a pass from now on, or no more. */
export async function setScreeningGate(
  db: Transaction,
  projectId: string,
  screensNewcomer: boolean,
): Promise<void> {
  await db.$executeRaw`
    insert into queue_settings (project_id, requires_screening) values (${projectId}::uuid, ${screensNewcomer})
    on conflict (project_id) do update set requires_screening = excluded.requires_screening`
}

/** Who has submitted work was at it before there was a screening. Who failed one, or is at one, stays there. */
export async function admitAtWork(db: Transaction, projectId: string): Promise<void> {
  await db.$executeRaw`
    insert into queue_admission (project_id, user_id, status)
    select m.project_id, m.user_id, 'admitted' from member m
    where m.project_id = ${projectId}::uuid and exists (select from annotation l
      where l.project_id = m.project_id and l.user_id = m.user_id and l.state = 'submitted' and not l.is_screening)
    on conflict do nothing`
}
