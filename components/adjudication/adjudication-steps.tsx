import { Fragment, useMemo, type ReactNode } from 'react'
import { FirstErrorQuestions } from '@/components/annotations/first-error-questions'
import { OptionsAtFirstError } from '@/components/annotations/options-at-first-error'
import { readStepState } from '@/components/annotations/read-step-state'
import { StepPageLinks } from '@/components/annotations/step-page-links'
import { type ComparisonColumn, ComparedStepRow } from '@/components/reviews/compared-step-row'
import { getAnnotatorName } from '@/components/reviews/describe-review'
import { findFirstErrorStep } from '@/lib/annotations/content'
import type { AdjudicationEditor } from './use-adjudication'

/** The steps with their final ratings on the left and two annotations on the right. */
export function AdjudicationSteps({
  editor,
  isRaw,
  openPanel,
  path,
}: {
  editor: AdjudicationEditor
  isRaw: boolean
  /** Shown below the current step. */
  openPanel: ReactNode
  /** The address of the page, without its step. */
  path: string
}) {
  const { comparison, work, ratings, columns } = editor
  const { steps, pageStart, stepCount, annotations } = comparison
  const shownColumns = useMemo(
    () =>
      columns.flatMap((id): ComparisonColumn[] => {
        const match = annotations.find(({ annotation }) => annotation === id)
        return match
          ? [{ key: match.letter, name: getAnnotatorName(match), annotation: match }]
          : []
      }),
    [columns, annotations],
  )
  const errorStep = findFirstErrorStep(work.content, work.shape)
  return (
    <>
      <ol
        aria-label={`Solution, ${stepCount} ${stepCount === 1 ? 'step' : 'steps'}, annotations side by side`}
        className="py-2"
      >
        {steps.map((text, index) => {
          const step = pageStart + index
          const state = readStepState(work.currentTarget, step, ratings.length, errorStep)
          const rating = state === 'later' ? null : (work.content.steps[step] ?? null)
          return (
            <Fragment key={text.id}>
              <ComparedStepRow
                step={step}
                text={text}
                state={state}
                isRaw={isRaw}
                rating={rating}
                count={stepCount}
                columns={shownColumns}
                actions={comparison.refusal === null ? editor.actions : undefined}
              />
              {state === 'current' && openPanel && <li>{openPanel}</li>}
              {step === errorStep && comparison.refusal === null && (
                <li className="max-desk:[--sheet-columns:54px_minmax(0,1fr)]">
                  <ErrorQuestions
                    editor={editor}
                    isRaw={isRaw}
                    step={errorStep}
                    isFormOpen={Boolean(openPanel)}
                  />
                </li>
              )}
            </Fragment>
          )
        })}
      </ol>
      <StepPageLinks path={path} page={comparison} />
    </>
  )
}

/** The options at the first error and the project's questions about it, as for annotators but without error types. */
function ErrorQuestions({
  editor,
  step,
  isRaw,
  isFormOpen,
}: {
  editor: AdjudicationEditor
  step: number
  isRaw: boolean
  isFormOpen: boolean
}) {
  const { work, candidates, actions, errorOptionsLoad, textEditor } = editor
  return (
    <>
      <OptionsAtFirstError
        step={step}
        isRaw={isRaw}
        actions={actions}
        work={candidates}
        state={work}
        notes={work.content.notes}
        isOffline={errorOptionsLoad.isOffline}
        noteFormPanel={null}
      />
      <FirstErrorQuestions
        step={step}
        isRaw={isRaw}
        isFormOpen={isFormOpen}
        actions={actions}
        textEditor={textEditor}
        work={{ ...candidates, errorTags: [] }}
        state={work}
      />
    </>
  )
}
