import type { Transaction } from '@/lib/platform/server/database'
import type { Standing } from './screening.sql'

interface ScreenedRow {
  user: string
  name: string
  standing: Standing
  rulings: { kind: 'admitted' | 'another_try'; note: string; by: string; at: Date }[]
}

/** Annotators who are screened, and members who once were: those who wait for somebody first. */
export async function listScreened(db: Transaction, projectId: string): Promise<ScreenedRow[]> {
  const people = await db.$queryRaw<Omit<ScreenedRow, 'rulings'>[]>`
    select * from (
      select u.id as user, u.name, case when m.role = 'annotator' and coalesce(g.screens_newcomer, false)
        then coalesce(s.standing::text, 'due') else 'none' end as standing
      from member m join app_user u on u.id = m.user_id
        left join queue_gate g on g.project_id = m.project_id
        left join queue_standing s on s.project_id = m.project_id and s.user_id = m.user_id
      where m.project_id = ${projectId}::uuid
    ) p
    where p.standing <> 'none' or exists (select from screening_attempt a
      where a.project_id = ${projectId}::uuid and a.user_id = p.user)
    order by array_position(array['failed', 'due', 'screening', 'admitted', 'none'], p.standing), p.name, p.user`
  const rulings = await db.screeningRuling.findMany({
    where: { projectId },
    select: { userId: true, kind: true, note: true, byUserId: true, createdAt: true },
    orderBy: { createdAt: 'asc' },
  })
  const names = await db.user.findMany({
    where: { id: { in: rulings.map(({ byUserId }) => byUserId) } },
    select: { id: true, name: true },
  })
  const nameOf = new Map(names.map(({ id, name }) => [id, name]))
  const said = Map.groupBy(rulings, ({ userId }) => userId)
  return people.map((person) => ({
    ...person,
    rulings: (said.get(person.user) ?? []).map(({ kind, note, byUserId, createdAt }) => ({
      ...{ kind, note, at: createdAt },
      by: nameOf.get(byUserId) ?? '',
    })),
  }))
}
