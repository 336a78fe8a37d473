import { useContext } from 'react'
import { RawText } from '@/components/math/raw-text'
import { TypesetContent } from '@/components/math/typeset-content'
import { LinkButton } from '@/components/ui/link-button'
import { readErrorDetails } from '@/lib/annotations/content'
import { findReplacedExplanation } from '@/lib/annotations/replaced-explanation'
import type { WorkState } from '@/lib/annotations/work-state'
import { isSelectableTarget, type WorkTarget } from '@/lib/annotations/work-targets'
import type { LeasedWork } from '@/lib/client/labelling-screen-calls'
import { solutionProgressLevels } from '@/lib/formats/record'
import { ChoiceButtons } from './choice-buttons'
import { ErrorQuestionRow } from './error-question-row'
import { FreeTextField } from './free-text-field'
import { readInputMethod } from './input-method'
import { EditingBlockContext } from './labelling-screen-context'
import { progressLevelLabels } from './progress-level-labels'
import type { TextEditor } from './text-editor'
import type { AnnotationActions } from './use-annotation-actions'

export interface FirstErrorQuestionsProps {
  work: Pick<LeasedWork, 'explanations' | 'errorTags'>
  state: WorkState
  step: number
  isRaw: boolean
  /** While a form is open, digits choose its reasons. */
  isFormOpen: boolean
  textEditor: Pick<TextEditor, 'getField'>
  actions: Pick<AnnotationActions, 'select' | 'explain' | 'progress' | 'tag' | 'undo'>
}

/** The project's questions about the first error: mistake, progress and tags. */
export function FirstErrorQuestions(props: FirstErrorQuestionsProps) {
  const { work, state, step, actions } = props
  const isBlocked = useContext(EditingBlockContext)
  const { content, shape, currentTarget } = state
  const details = readErrorDetails(content, shape)
  const hasKeys = (kind: WorkTarget['kind']) => currentTarget.kind === kind && !props.isFormOpen
  const questionProps = (kind: 'explanation' | 'progress' | 'tags') => ({
    isCurrent: currentTarget.kind === kind,
    isUpcoming: !isSelectableTarget(content, shape, { kind, step }),
    onSelect: (inputMethod: 'key' | 'pointer' | 'touch') =>
      actions.select({ kind, step }, inputMethod),
  })
  return (
    <>
      {shape.asksExplanation && (
        <ErrorQuestionRow name="Explanation" {...questionProps('explanation')}>
          <MistakeQuestion {...props} hasKeys={hasKeys('explanation')} />
        </ErrorQuestionRow>
      )}
      {shape.asksProgress && (
        <ErrorQuestionRow name={`Progress before step ${step + 1}`} {...questionProps('progress')}>
          <ChoiceButtons
            label={`Progress before step ${step + 1}`}
            isRow
            isDisabled={isBlocked}
            hasKeys={hasKeys('progress')}
            choices={solutionProgressLevels.map((level) => progressLevelLabels[level])}
            chosenIndexes={
              details.progress ? [solutionProgressLevels.indexOf(details.progress)] : []
            }
            onChoose={(nth, event) =>
              actions.progress(solutionProgressLevels[nth]!, readInputMethod(event))
            }
          />
        </ErrorQuestionRow>
      )}
      {shape.errorTags.length > 0 && (
        <ErrorQuestionRow name="Error types" {...questionProps('tags')}>
          <ChoiceButtons
            label={`Error types in step ${step + 1}`}
            allowsMany
            isRow
            isDisabled={isBlocked}
            hasKeys={hasKeys('tags')}
            choices={work.errorTags.map(({ label }) => label)}
            chosenIndexes={details.tags.map((tag) => shape.errorTags.indexOf(tag))}
            onChoose={(nth, event) => actions.tag(shape.errorTags[nth]!, readInputMethod(event))}
          />
        </ErrorQuestionRow>
      )}
    </>
  )
}

function MistakeQuestion({
  work,
  state,
  step,
  isRaw,
  textEditor,
  actions,
  hasKeys,
}: FirstErrorQuestionsProps & { hasKeys: boolean }) {
  const isBlocked = useContext(EditingBlockContext)
  const { explanation } = readErrorDetails(state.content, state.shape)
  const candidates = work.explanations[step] ?? []
  const ownText = explanation?.option === null ? explanation.text : null
  return (
    <>
      {candidates.length > 0 && (
        <ChoiceButtons
          label={`The mistake in step ${step + 1}`}
          hasKeys={hasKeys}
          isDisabled={isBlocked}
          choices={candidates.map(({ text, source }, index) =>
            isRaw ? (
              <RawText key={index} source={source} />
            ) : (
              <TypesetContent key={index} text={text} />
            ),
          )}
          chosenIndexes={explanation && explanation.option !== null ? [explanation.option] : []}
          onChoose={(option, event) => actions.explain({ option }, readInputMethod(event))}
        />
      )}
      {!isBlocked && findReplacedExplanation(state) !== null && (
        <p role="status" className="py-1 text-caption text-ink-2">
          An option replaced your text.{' '}
          <LinkButton onClick={(event) => actions.undo(readInputMethod(event))}>Undo</LinkButton>
        </p>
      )}
      <FreeTextField
        key={step}
        field={textEditor.getField({ kind: 'explanation', step })}
        label={candidates.length > 0 ? 'Write your own' : 'Write an explanation'}
        value={ownText}
        maxLength={2_000}
      />
    </>
  )
}
