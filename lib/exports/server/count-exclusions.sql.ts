import { Prisma } from '@/lib/generated/prisma/client'
import type { Transaction } from '@/lib/platform/server/database'
import type { ExclusionReason } from '../exclusion-reasons'
import { makeEmptyExclusionCounts, type ReleaseCounts } from '../release-manifest'
import {
  isSubmittedAnnotationSql,
  exclusionReasonSql,
  annotationTablesSql,
  type AnnotationSelection,
} from './select-annotations'

/** Counts each submitted annotation of the project once: as selected, or by the reason why it is not. */
export async function countExclusions(
  db: Transaction,
  selection: AnnotationSelection,
): Promise<{ selected: number; excluded: ReleaseCounts['excluded'] }> {
  // The joins take most of the time, and without these options no condition reads their tables.
  const needsSolutions = selection.consensus !== 'each' || selection.filters.subjects !== undefined
  const tablesSql = needsSolutions ? annotationTablesSql : Prisma.sql`annotation l`
  const rows = await db.$queryRaw<{ reason: ExclusionReason | null; annotations: number }[]>`
    select reason, count(*)::int as annotations
    from (select ${exclusionReasonSql(selection)} as reason from ${tablesSql} where ${isSubmittedAnnotationSql(selection)}) named
    group by reason`
  const countsByReason = Object.fromEntries(
    rows.map(({ reason, annotations }) => [reason ?? 'selected', annotations]),
  )
  const { selected = 0, ...excluded } = countsByReason
  return { selected, excluded: { ...makeEmptyExclusionCounts(), ...excluded } }
}
