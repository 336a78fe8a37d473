import type { Transaction } from '@/lib/platform/server/database'
import type { NotTakenReason } from '../contract'
import type { ReleaseCounts } from '../release-manifest'
import { isSubmitted, nameReason, selectedFrom, type Selection } from './select-labellings'

/** Every submitted labelling of the project, once: selected, or the reason why it is not. */
export async function countNotTaken(
  db: Transaction,
  selection: Selection,
): Promise<{ taken: number; notTaken: ReleaseCounts['notTaken'] }> {
  const rows = await db.$queryRaw<{ reason: NotTakenReason | null; labellings: number }[]>`
    select reason, count(*)::int as labellings
    from (select ${nameReason(selection)} as reason from ${selectedFrom} where ${isSubmitted(selection)}) named
    group by reason`
  const count = (reason: NotTakenReason | null) =>
    rows.find((row) => row.reason === reason)?.labellings ?? 0
  return {
    taken: count(null),
    notTaken: {
      notNew: count('notNew'),
      otherFilters: count('otherFilters'),
      unfinished: count('unfinished'),
      gold: count('gold'),
      screening: count('screening'),
      irregular: count('irregular'),
      older: count('older'),
    },
  }
}
