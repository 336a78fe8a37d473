import type { Transaction } from '@/lib/platform/server/database'
import type { NotTakenReason } from '../not-taken-reasons'
import { noNotTaken, type ReleaseCounts } from '../release-manifest'
import { isSubmitted, nameReason, selectedFrom, type Selection } from './select-annotations'

/** Every submitted annotation of the project, once: selected, or the reason why it is not. */
export async function countNotTaken(
  db: Transaction,
  selection: Selection,
): Promise<{ taken: number; notTaken: ReleaseCounts['notTaken'] }> {
  const rows = await db.$queryRaw<{ reason: NotTakenReason | null; annotations: number }[]>`
    select reason, count(*)::int as annotations
    from (select ${nameReason(selection)} as reason from ${selectedFrom} where ${isSubmitted(selection)}) named
    group by reason`
  const counted = Object.fromEntries(
    rows.map(({ reason, annotations }) => [reason ?? 'taken', annotations]),
  )
  const { taken = 0, ...notTaken } = counted
  return { taken, notTaken: { ...noNotTaken(), ...notTaken } }
}
