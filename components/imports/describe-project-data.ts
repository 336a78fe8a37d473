import { countAnnotations, type Progress } from '@/components/projects/project'
import { formatQuantity } from '@/lib/platform/format'

/** The sentence under the title of the data page. */
export function describeProjectData(progress: Progress): string {
  const { solutions, problems } = progress
  if (solutions === 0) return 'Imports and releases appear here.'
  const annotations = countAnnotations(progress)
  const exportable =
    annotations === 0 ? 'No annotations yet' : formatQuantity(annotations, 'annotation')
  return `${formatQuantity(solutions, 'solution')} for ${formatQuantity(problems, 'problem')}, without gold. ${exportable}${annotations === 0 ? '' : ' ready to export'}.`
}
