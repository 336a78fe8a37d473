import { requireNeutral } from '@/lib/formats/output-formats'
import { AppError } from '@/lib/platform/errors'
import type { Transaction } from '@/lib/platform/server/database'
import type { ReleaseOptions } from '../contract'
import { requireSameCluster } from './cursor.sql'
import { noSuchRelease } from './describe-release'

/** Throws what a release with these options could not be made of, before anything is written. */
export async function checkOptions(
  db: Transaction,
  projectId: string,
  { formats, neutral, filters, heldOut, since }: ReleaseOptions,
): Promise<void> {
  for (const format of formats)
    requireNeutral(format === 'trl-stepwise-parquet' ? 'trl-stepwise' : format, neutral ?? null)
  const { from, until } = filters
  if (from !== undefined && until !== undefined && Date.parse(from) >= Date.parse(until))
    throw invalid('filters.until', 'is not after filters.from: nothing is in between')
  if (new Set(heldOut.lists).size !== heldOut.lists.length)
    throw invalid('heldOut.lists', 'names one twice')
  const lists = await db.heldOutList.count({ where: { projectId, id: { in: heldOut.lists } } })
  if (lists !== heldOut.lists.length)
    throw invalid('heldOut.lists', 'names a list that is not in this project')
  if (since !== undefined) await checkSince(db, projectId, since)
}

async function checkSince(db: Transaction, projectId: string, number: number): Promise<void> {
  const earlier = await db.release.findUnique({
    where: { projectId_number: { projectId, number } },
    select: { state: true, cursor: true },
  })
  if (earlier === null) throw noSuchRelease()
  if (earlier.state !== 'done' || earlier.cursor === null)
    throw invalid('since', `names release ${number}, which is not done`)
  await requireSameCluster(db, { number, cursor: earlier.cursor })
}

function invalid(place: string, reason: string): AppError {
  return new AppError('invalid_input', `${place} ${reason}. Nothing was made.`, {
    issues: [{ place, reason }],
  })
}
