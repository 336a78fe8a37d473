import { Prisma } from '@/lib/generated/prisma/client'
import type { Transaction } from '@/lib/platform/server/database'
import type { Flow, GraderMode, ProjectTemplate } from '@/lib/generated/prisma/enums'
import type { Actor, Role } from '../actor'

/** A project as a call sees it, and the role that the actor has in it. */
export interface ProjectAccess {
  id: string
  slug: string
  name: string
  flow: Flow
  guidelineVersion: number
  showsAnswer: boolean
  leaseMinutes: number
  overlap: number
  template: ProjectTemplate
  splitting: string
  graderMode: GraderMode
  asksExplanation: boolean
  asksProgress: boolean
  errorTags: { tag: string; words: string }[]
  /** The guideline's version that the actor has said to have read; 0 for none. */
  guidelineRead: number
  /** Null for an instance admin who is not a member. */
  role: Role | null
}

/** Of `project p left join member m`, as `ProjectAccess` names them. */
export const projectColumns = Prisma.sql`p.id, p.slug, p.name, p.flow::text, p.guideline_version as "guidelineVersion",
  p.shows_answer as "showsAnswer", p.lease_minutes as "leaseMinutes", p.overlap, p.template::text,
  p.splitting, p.grader_mode::text as "graderMode", p.asks_explanation as "asksExplanation",
  p.asks_progress as "asksProgress", p.error_tags as "errorTags", coalesce(m.guideline_read, 0) as "guidelineRead",
  m.role::text`

/** Null where there is no such project, or none that the actor may know of. */
export async function findProjectAccess(
  db: Transaction,
  actor: Actor,
  slug: string,
): Promise<ProjectAccess | null> {
  if (actor.kind !== 'person') return null
  const rows = await db.$queryRaw<ProjectAccess[]>`
    select ${projectColumns}
    from project p left join member m on m.project_id = p.id and m.user_id = ${actor.userId}::uuid
    where p.slug = ${slug} and (m.role is not null or ${actor.isInstanceAdmin})`
  return rows[0] ?? null
}
