import type { Transaction } from '@/lib/platform/server/database'
import type { ScreeningStatus } from './screening.sql'

interface ScreenedAnnotator {
  user: string
  name: string
  status: ScreeningStatus
  decisions: { kind: 'admitted' | 'another_attempt'; note: string; by: string; at: Date }[]
}

/** Screened annotators, and members who were screened before. Those who need a decision come first. */
export async function listScreenedAnnotators(
  db: Transaction,
  projectId: string,
): Promise<ScreenedAnnotator[]> {
  const people = await db.$queryRaw<Omit<ScreenedAnnotator, 'decisions'>[]>`
    select * from (
      select u.id as user, u.name, case when m.role = 'annotator' and coalesce(g.requires_screening, false)
        then coalesce(s.status::text, 'required') else 'none' end as status
      from member m join app_user u on u.id = m.user_id
        left join queue_settings g on g.project_id = m.project_id
        left join queue_admission s on s.project_id = m.project_id and s.user_id = m.user_id
      where m.project_id = ${projectId}::uuid
    ) p
    where p.status <> 'none' or exists (select from screening_attempt a
      where a.project_id = ${projectId}::uuid and a.user_id = p.user)
    order by array_position(array['failed', 'required', 'screening', 'admitted', 'none'], p.status), p.name, p.user`
  const decisions = await db.screeningDecision.findMany({
    where: { projectId },
    select: { userId: true, kind: true, note: true, byUserId: true, createdAt: true },
    orderBy: { createdAt: 'asc' },
  })
  const names = await db.user.findMany({
    where: { id: { in: decisions.map(({ byUserId }) => byUserId) } },
    select: { id: true, name: true },
  })
  const nameOf = new Map(names.map(({ id, name }) => [id, name]))
  const decisionsByUser = Map.groupBy(decisions, ({ userId }) => userId)
  return people.map((person) => ({
    ...person,
    decisions: (decisionsByUser.get(person.user) ?? []).map(
      ({ kind, note, byUserId, createdAt }) => ({
        kind,
        note,
        at: createdAt,
        by: nameOf.get(byUserId) ?? '',
      }),
    ),
  }))
}
