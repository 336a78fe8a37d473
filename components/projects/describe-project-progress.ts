import { formatPercentage } from '@/components/ui/number-fields'
import { formatCount, formatQuantity } from '@/lib/platform/format'
import { countAnnotations, type Progress, type Project } from './project'

/**
 * `70 annotations · 62 solutions · 14 problems (gold not counted) · 35 solutions waiting`; for annotators, their own
 * work, with gold.
 */
export function describeProjectProgress(
  { overlap }: Pick<Project, 'overlap'>,
  progress: Progress,
): string {
  const { outcomes, solutions, problems, waiting, leased, imported, doneToday } = progress
  const annotations = countAnnotations(progress)
  const isOwn = outcomes === 'own'
  // With one annotation per solution, the annotations are the labelled solutions.
  const hasOneAnnotationEach = overlap === 1 && imported === 0
  const parts = isOwn
    ? [`You labelled ${formatQuantity(annotations, 'solution')}`, `${formatCount(doneToday)} today`]
    : [
        hasOneAnnotationEach
          ? `${formatCount(annotations)} of ${formatQuantity(solutions, 'solution')} labelled`
          : `${formatQuantity(annotations, 'annotation')} · ${formatQuantity(solutions, 'solution')}`,
        `${formatQuantity(problems, 'problem')} (gold not counted)`,
      ]
  if (!isOwn && imported > 0) parts.push(`${formatCount(imported)} imported`)
  if (waiting !== null && waiting > 0) parts.push(`${formatQuantity(waiting, 'solution')} waiting`)
  if (waiting === 0)
    parts.push(leased ? `${formatQuantity(leased, 'solution')} in progress` : 'queue empty')
  return parts.join(' · ')
}

/** @param hiddenReferenceShare null for annotators, who may not know it */
export function describeReferenceAnswer(
  { showsAnswer }: Pick<Project, 'showsAnswer'>,
  hiddenReferenceShare: number | null,
): string {
  if (!showsAnswer) return 'Hidden'
  return hiddenReferenceShare
    ? `Shown, except for ${formatPercentage(hiddenReferenceShare)}% of annotations`
    : 'Shown'
}
