import { formatCount, formatNoun } from '@/lib/platform/format'
import { countAnnotations, type Progress, type Project } from './project'

/** What a project's home says first: sentences with the numbers in them. */
export function describeProgress(project: Project, progress: Progress): string {
  const { outcomes, solutions, problems, open, held, imported, doneToday } = progress
  const annotations = countAnnotations(progress)
  const are = annotations === 1 ? 'is' : 'are'
  // Where each solution gets one annotation, annotations are solutions; elsewhere the two must not be mixed.
  const isOneEach = project.overlap === 1 && imported === 0
  const words = [
    outcomes === 'own'
      ? `You labelled ${formatNoun(annotations, 'solution')}.`
      : isOneEach
        ? `${formatCount(annotations)} of ${formatNoun(solutions, 'solution')} ${are} labelled.`
        : `${formatNoun(annotations, 'annotation')} ${are} in, over ${formatNoun(solutions, 'solution')} to ${formatNoun(problems, 'problem')}.`,
  ]
  if (imported > 0)
    words.push(
      imported === annotations
        ? 'All came with data.'
        : `${formatCount(imported)} of them came with data.`,
    )
  if (open !== null && open > 0)
    words.push(`${formatNoun(open, 'solution is', 'solutions are')} open.`)
  if (open === 0)
    words.push(held === 0 ? 'Nothing is left to label.' : 'What is left is with somebody now.')
  if (doneToday > 0) words.push(`You did ${formatCount(doneToday)} today.`)
  return words.join(' ')
}
