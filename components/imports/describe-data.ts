import { countAnnotations, type Progress } from '@/components/projects/project'
import { formatNoun } from '@/lib/platform/format'

/** What the data page says first. */
export function describeData(progress: Progress): string {
  const { solutions, problems } = progress
  if (solutions === 0) return 'Nothing has come in yet.'
  const annotations = countAnnotations(progress)
  const out = annotations === 0 ? 'no annotation yet' : formatNoun(annotations, 'annotation')
  return `${formatNoun(solutions, 'solution')} to ${formatNoun(problems, 'problem')} came in; ${out} can go out.`
}
