import type { ReplyOf } from '@/lib/platform/contract'
import type {
  getSplitContract,
  listSplitReportsContract,
  previewRepairContract,
} from '@/lib/review/contract'

export type Split = ReplyOf<typeof getSplitContract>
export type SplitReports = ReplyOf<typeof listSplitReportsContract>
export type RepairPreview = ReplyOf<typeof previewRepairContract>

/** Where a solution's steps are repaired, with one of them lit. */
export function splitHref(slug: string, solution: string, step: number): string {
  return `/projects/${slug}/splits/${solution}?step=${step + 1}`
}
