import type { ComponentProps } from 'react'
import { FirstErrorQuestions } from './first-error-questions'
import { SolutionSteps } from './solution-steps'

/** Flow `solution` in projects with questions about the first error. */
export function SolutionStepsWithQuestions(
  props: Omit<ComponentProps<typeof SolutionSteps>, 'Questions'>,
) {
  return <SolutionSteps {...props} Questions={FirstErrorQuestions} />
}
