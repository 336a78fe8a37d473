import { Prisma } from '@/lib/generated/prisma/client'
import type { InputOf } from '@/lib/platform/contract'
import type { Transaction } from '@/lib/platform/server/database'
import type { listInstanceAuditContract } from '../contract'
import { listActionsOfAuditGroup } from '../describe-audit-action'
import { hashedEntryTimeSql } from './chain-heads'
import type { HashedAuditEntry } from './hash-entry'

export type AuditFilter = Pick<
  InputOf<typeof listInstanceAuditContract>,
  'actor' | 'group' | 'target' | 'from' | 'to'
>

/** Cursor of a page: time, sequence and chain of its last entry. */
export interface AuditCursor {
  /** Microseconds since 1970. */
  microseconds: string
  sequence: string
  chain: string
}

export interface AuditEntryRow extends HashedAuditEntry {
  hash: string
}

interface Page {
  /** Null: all entries, with or without a project. */
  projectId: string | null
  filter: AuditFilter
  after: AuditCursor | null
  limit: number
}

const order = Prisma.sql`order by e.at desc, e.chain desc, e.sequence desc`

/**
 * Actions of most entries. They are found quickly without an index, so the index of actions omits them.
 */
const frequentActionNames: readonly string[] = [
  'queue.claim',
  'queue.heartbeat',
  'annotation.save',
  'annotation.submit',
]

/**
 * Newest first. The cost of a page does not depend on the length of the log, because each filter has an index in list
 * order. Rare actions are read separately and merged, so that they are not searched among the others.
 */
export function listAuditEntries(
  db: Transaction,
  { projectId, filter, after, limit }: Page,
): Promise<AuditEntryRow[]> {
  const actions = filter.group === undefined ? [] : listActionsOfAuditGroup(filter.group)
  const conditions = listConditions(projectId, filter, after)
  const select = (more: Prisma.Sql[]) => Prisma.sql`
    (select e.* from audit_entry e where ${Prisma.join([...conditions, ...more], ' and ')} ${order} limit ${limit}::int)`
  const pages =
    actions.length === 0
      ? select([])
      : Prisma.join(
          groupFrequent(actions).map((actionGroup) =>
            select([Prisma.sql`e.action = any (${actionGroup})`]),
          ),
          ' union all ',
        )
  return db.$queryRaw<AuditEntryRow[]>`
    select e.chain, e.sequence::float8 as sequence, ${hashedEntryTimeSql} as at, e.project_id::text as "projectId",
      e.actor, e.action, e.target, e.detail, e.request_id as "requestId", encode(e.hash, 'hex') as hash
    from (${pages}) e ${order} limit ${limit}::int`
}

function groupFrequent(actions: readonly string[]): string[][] {
  const frequentActions = actions.filter((action) => frequentActionNames.includes(action))
  const rare = actions.filter((action) => !frequentActionNames.includes(action))
  return [
    ...(frequentActions.length > 0 ? [frequentActions] : []),
    ...rare.map((action) => [action]),
  ]
}

function listConditions(
  projectId: string | null,
  { actor, target, from, to }: AuditFilter,
  after: AuditCursor | null,
): Prisma.Sql[] {
  const conditions = [Prisma.sql`true`]
  if (projectId !== null) conditions.push(Prisma.sql`e.project_id = ${projectId}::uuid`)
  if (actor !== undefined) conditions.push(Prisma.sql`e.actor = ${actor}`)
  if (target !== undefined) conditions.push(Prisma.sql`e.target = ${target}`)
  if (from !== undefined) conditions.push(Prisma.sql`e.at >= ${`${from}T00:00:00Z`}::timestamptz`)
  if (to !== undefined)
    conditions.push(Prisma.sql`e.at < ${`${to}T00:00:00Z`}::timestamptz + interval '24 hours'`)
  if (after !== null)
    conditions.push(
      Prisma.sql`(e.at, e.chain, e.sequence) <
        (timestamptz 'epoch' + ${after.microseconds}::bigint * interval '1 microsecond', ${after.chain}, ${after.sequence}::bigint)`,
    )
  return conditions
}

/** Names by id, for existing accounts. */
export async function readUserNames(db: Transaction, ids: readonly string[]) {
  const users = await db.user.findMany({
    where: { id: { in: [...new Set(ids)] } },
    select: { id: true, name: true },
  })
  return new Map(users.map(({ id, name }) => [id, name]))
}

/** Slugs by id, for existing projects. */
export async function readProjectSlugs(db: Transaction, ids: readonly string[]) {
  const projects = await db.project.findMany({
    where: { id: { in: [...new Set(ids)] } },
    select: { id: true, slug: true },
  })
  return new Map(projects.map(({ id, slug }) => [id, slug]))
}
