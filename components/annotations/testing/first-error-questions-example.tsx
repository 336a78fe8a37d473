import { FirstErrorQuestions } from '@/components/annotations/first-error-questions'
import type { RatableShape } from '@/lib/annotations/content'
import { createStateAfterActions, makeRateAction } from '@/lib/annotations/testing/work-actions'
import type { WorkAction } from '@/lib/annotations/work-state'
import { typesetText } from '@/lib/typesetting/typeset-text'
import { openTextEditor } from './open-text-editor'

const candidateExplanations = ['The sum is off.', 'It repeats itself.']
const doNothing = () => undefined

/** The questions after the first step was rated negative, without a browser. */
export function FirstErrorQuestionsExample({
  shape,
  actions = [],
  isFormOpen = false,
}: {
  shape: Partial<RatableShape>
  /** After the rating. */
  actions?: readonly WorkAction[]
  isFormOpen?: boolean
}) {
  const state = createStateAfterActions(shape, makeRateAction(-1), ...actions)
  const texts = candidateExplanations.map((source) => ({ source, text: typesetText(source) }))
  return (
    <FirstErrorQuestions
      work={{
        explanations: { 0: texts },
        errorTags: (shape.errorTags ?? []).map((tag) => ({ tag, label: tag })),
      }}
      state={state}
      step={0}
      isRaw={false}
      isFormOpen={isFormOpen}
      textEditor={openTextEditor(state).makeEditor()}
      actions={{
        select: doNothing,
        explain: doNothing,
        progress: doNothing,
        tag: doNothing,
        undo: doNothing,
      }}
    />
  )
}
