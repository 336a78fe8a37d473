import type { ProjectAccess } from '@/lib/auth/server/project-access'
import type { ReplyOf } from '@/lib/platform/contract'
import type { ReplyTypesetter } from '@/lib/typesetting/reply-typesetter'
import { type AnnotationSettings, pickAnnotationSettings } from '../annotation-settings'
import type { PracticeSolution } from '../practice'
import type {
  listPracticeSolutionsContract,
  revealPracticeOptionsContract,
} from '../practice-contract'

type ProjectSettings = AnnotationSettings & Pick<ProjectAccess, 'guidelineVersion'>

/**
 * A practice solution as the annotator first receives it. Asks the same questions as the project, and, like `getWork`, has
 * neither options nor explanations.
 */
export function toPracticeSolutionReply(
  { textWithSource }: ReplyTypesetter,
  {
    solution,
    index,
    project,
  }: { solution: PracticeSolution; index: number; project: ProjectSettings },
): ReplyOf<typeof listPracticeSolutionsContract>['solutions'][number] {
  const { problem, answer, steps, hint } = solution
  // Never stored. The zeros distinguish practice from real ids.
  const id = `00000000-0000-7000-8000-00000000000${index}`
  return {
    work: {
      lease: id,
      solution: id,
      secondsLeft: 0,
      flow: 'solution',
      problem: textWithSource(problem),
      referenceAnswer: textWithSource(answer),
      steps: steps.map(textWithSource),
      pageStart: 0,
      stepCount: steps.length,
      revision: 1,
      revealed: [],
      options: {},
      explanations: {},
      ...pickAnnotationSettings(project),
      // The practice solutions have no error types.
      errorTags: [],
      guidelineVersion: project.guidelineVersion,
      guidelineVersionToRead: null,
      screening: null,
      returnedNote: null,
      draft: null,
    },
    hint,
  }
}

/** What there is to answer at a step that is rated negative. Empty if the step has no options. */
export function toPracticeOptionsReply(
  { textWithSource }: ReplyTypesetter,
  { alternatives, explanations }: PracticeSolution,
  step: number,
  { asksExplanation }: Pick<ProjectSettings, 'asksExplanation'>,
): ReplyOf<typeof revealPracticeOptionsContract> {
  return {
    step,
    options: (alternatives[step] ?? []).map(({ text }) => textWithSource(text)),
    explanations: asksExplanation ? (explanations[step] ?? []).map(textWithSource) : [],
  }
}
