import type { z } from '@/lib/platform/contract'
import type { Transaction } from '@/lib/platform/server/database'
import type { listHeldOutListsContract } from '../contract'
import { countHeldOutProblems } from './held-out-hashes.sql'

export type HeldOutListItem = z.output<(typeof listHeldOutListsContract)['reply']>['lists'][number]

/** The held-out lists of a project, by name. */
export async function listProjectHeldOutLists(
  db: Transaction,
  projectId: string,
): Promise<HeldOutListItem[]> {
  const rows = await db.heldOutList.findMany({
    where: { projectId },
    select: {
      id: true,
      name: true,
      problems: true,
      sha256: true,
      createdAt: true,
      user: { select: { name: true } },
    },
    orderBy: { name: 'asc' },
  })
  const counts = rows.length === 0 ? new Map() : await countHeldOutProblems(db, projectId)
  return rows.map(({ id, user, sha256, createdAt, ...row }) => ({
    ...row,
    list: id,
    inProject: (counts.get(id) as number | undefined) ?? 0,
    sha256: Buffer.from(sha256).toString('hex'),
    by: user.name,
    createdAt: createdAt.toISOString(),
  }))
}
