import type { ReplyOf } from '@/lib/platform/contract'
import type { Transaction } from '@/lib/platform/server/database'
import type { getQualitySettingsContract } from '../settings-contract'

export type QualitySettings = ReplyOf<typeof getQualitySettingsContract>

export async function readQualitySettings(
  db: Transaction,
  projectId: string,
): Promise<QualitySettings> {
  const [row] = await db.$queryRaw<QualitySettings[]>`
    select p.screens, p.screening_items as "screeningItems", p.screening_share as "screeningShare",
      p.gold_share as "goldShare", p.gold_per_round as "goldPerRound", p.explains_gold as "explainsGold",
      p.pause_below as "pauseBelow", p.hidden_reference_share as "hiddenReferenceShare", p.review_share as "reviewShare",
      p.review_first_share as "reviewFirstShare", p.review_first_count as "reviewFirstCount",
      (select count(*)::int from gold_item g where g.project_id = p.id) as gold
    from project p where p.id = ${projectId}::uuid`
  return row!
}
