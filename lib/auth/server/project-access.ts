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
  /** The share of annotations that are done without it. */
  hiddenReferenceShare: number
  leaseMinutes: number
  overlap: number
  template: ProjectTemplate
  splitting: string
  graderMode: GraderMode
  asksExplanation: boolean
  asksProgress: boolean
  errorTags: { tag: string; label: string }[]
  /** Reviewers see who labelled what only once they have ruled on it. */
  hidesLabelers: boolean
  /** After gold was answered, its author is told what was known. */
  explainsGold: boolean
  /** The guideline's version that the actor has said to have read; 0 for none. */
  guidelineRead: number
  /** Null for an instance admin who is not a member. */
  role: Role | null
  /** While the actor is paused: since when, and what they are told. */
  pause: { since: string; message: string } | null
}

/** Of `project p left join member m`, as `ProjectAccess` names them. */
export const projectColumns = Prisma.sql`p.id, p.slug, p.name, p.flow::text, p.guideline_version as "guidelineVersion",
  p.shows_answer as "showsAnswer", p.hidden_reference_share as "hiddenReferenceShare", p.lease_minutes as "leaseMinutes", p.overlap, p.template::text,
  p.splitting, p.grader_mode::text as "graderMode", p.asks_explanation as "asksExplanation",
  p.asks_progress as "asksProgress", p.error_tags as "errorTags", p.hides_labelers as "hidesLabelers",
  p.explains_gold as "explainsGold",
  coalesce(m.guideline_read, 0) as "guidelineRead",
  m.role::text, case when m.paused_at is not null then jsonb_build_object('message', m.pause_message,
    'since', to_char(m.paused_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) end as pause`

/**
 * A look at a project that came with the look at who asks: one statement for both. Null in `project` as with
 * `findProjectAccess`.
 */
export interface LoadedProject {
  userId: string
  slug: string
  project: ProjectAccess | null
  /** By `performance.now()`. */
  at: number
}

/** Who sent a request. */
export interface Requester {
  actor: Actor
  /** Where the request names a project. */
  loadedProject: LoadedProject | null
}

/** What was seen before a body arrived may be old when it has: then it is looked up again. */
const maxAgeMs = 1_000

/** Of `app_user u`, for a statement that finds who asks: the project of this address as JSON, null as above. */
export const selectProjectAccess = (slug: string | null) => Prisma.sql`(
  select to_jsonb(a) from (
    select ${projectColumns} from project p left join member m on m.project_id = p.id and m.user_id = u.id
    where p.slug = ${slug} and (m.role is not null or u.is_instance_admin)
  ) a
)`

/** The same as `findProjectAccess`, without a statement where it was seen a moment ago. */
export async function getProjectAccess(
  db: Transaction,
  actor: Actor,
  slug: string,
  loadedProject: LoadedProject | null,
): Promise<ProjectAccess | null> {
  const isFresh =
    loadedProject !== null &&
    actor.kind === 'person' &&
    loadedProject.userId === actor.userId &&
    loadedProject.slug === slug &&
    performance.now() - loadedProject.at < maxAgeMs
  return isFresh ? loadedProject.project : findProjectAccess(db, actor, slug)
}

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
