import { Prisma } from '@/lib/generated/prisma/client'
import type { Flow, GraderMode, ProjectTemplate } from '@/lib/generated/prisma/enums'
import type { Transaction } from '@/lib/platform/server/database'
import { timeTextSql } from '@/lib/platform/server/time-text.sql'
import type { Actor, Role } from '../actor'

/** A project for a call, with the actor's role in it. */
export interface ProjectAccess {
  id: string
  slug: string
  name: string
  flow: Flow
  guidelineVersion: number
  showsAnswer: boolean
  /** The share of annotations made without the reference answer. */
  hiddenReferenceShare: number
  leaseMinutes: number
  overlap: number
  template: ProjectTemplate
  splitting: string
  graderMode: GraderMode
  asksExplanation: boolean
  asksProgress: boolean
  errorTags: { tag: string; label: string }[]
  /** Review pages hide annotators while their annotations disagree. */
  hidesAnnotatorNames: boolean
  /** Whether annotators see the known answer after submitting gold. */
  explainsGold: boolean
  /** The guideline version that the actor has confirmed; 0: none. */
  confirmedGuidelineVersion: number
  /** Null for an instance admin who is not a member. */
  role: Role | null
  /** If the actor is paused: since when, and the message. */
  pause: { since: string; message: string } | null
}

/** On `project p left join member m`, with the names of `ProjectAccess`. */
export const projectAccessColumnsSql = Prisma.sql`p.id, p.slug, p.name, p.flow::text, p.guideline_version as "guidelineVersion",
  p.shows_answer as "showsAnswer", p.hidden_reference_share as "hiddenReferenceShare", p.lease_minutes as "leaseMinutes", p.overlap, p.template::text,
  p.splitting, p.grader_mode::text as "graderMode", p.asks_explanation as "asksExplanation",
  p.asks_progress as "asksProgress", p.error_tags as "errorTags", p.hides_annotator_names as "hidesAnnotatorNames",
  p.explains_gold as "explainsGold",
  coalesce(m.guideline_read, 0) as "confirmedGuidelineVersion",
  m.role::text, case when m.paused_at is not null then jsonb_build_object('message', m.pause_message,
    'since', ${timeTextSql(Prisma.sql`m.paused_at`)}) end as pause`

/** A project that was read together with the caller. `project` is null where `findProjectAccess` returns null. */
export interface LoadedProject {
  userId: string
  slug: string
  project: ProjectAccess | null
  /** From `performance.now()`. */
  at: number
}

/** The caller of a request. */
export interface Requester {
  actor: Actor
  /** If the request names a project. */
  loadedProject: LoadedProject | null
}

/** Reads older than this are repeated, for example after a long upload. */
const maxAgeMs = 1_000

/** On `app_user u`, in the statement that finds the caller: the project of this slug as JSON, or null. */
export const selectProjectAccessSql = (slug: string | null) => Prisma.sql`(
  select to_jsonb(a) from (
    select ${projectAccessColumnsSql} from project p left join member m on m.project_id = p.id and m.user_id = u.id
    where p.slug = ${slug} and (m.role is not null or u.is_instance_admin)
  ) a
)`

/** Like `findProjectAccess`, without a statement if it was read a moment ago. */
export async function reuseOrFindProjectAccess(
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

/** Null if there is no such project, or the actor may not know of it. */
export async function findProjectAccess(
  db: Transaction,
  actor: Actor,
  slug: string,
): Promise<ProjectAccess | null> {
  if (actor.kind !== 'person') return null
  const rows = await db.$queryRaw<ProjectAccess[]>`
    select ${projectAccessColumnsSql}
    from project p left join member m on m.project_id = p.id and m.user_id = ${actor.userId}::uuid
    where p.slug = ${slug} and (m.role is not null or ${actor.isInstanceAdmin})`
  return rows[0] ?? null
}
