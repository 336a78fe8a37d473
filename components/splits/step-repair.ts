import type { ReplyOf } from '@/lib/platform/contract'
import type {
  getSolutionSplitContract,
  listSplitReportsContract,
  previewRepairContract,
} from '@/lib/splits/contract'

export type RepairableSolution = ReplyOf<typeof getSolutionSplitContract>
export type BadSplitReportList = ReplyOf<typeof listSplitReportsContract>
export type RepairPreview = ReplyOf<typeof previewRepairContract>

/** The page that repairs a solution's steps, at one of them. */
export function stepRepairHref(slug: string, solution: string, step: number): string {
  return `/projects/${slug}/splits/${solution}?step=${step + 1}`
}
