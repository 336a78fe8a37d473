import { Fragment, useCallback, useContext, useRef, type ReactNode } from 'react'
import { RawText } from '@/components/math/raw-text'
import { TypesetContent } from '@/components/math/typeset-content'
import { useTypesetPreview } from '@/components/shell/use-typeset-preview'
import { RatingIcon } from '@/components/ui/rating-icon'
import {
  countChosenSteps,
  isChosenPathComplete,
  listOptionRatings,
  findPathChoice,
  type PathChoice,
} from '@/lib/annotations/content'
import { formatOptionName } from '@/lib/annotations/work-labels'
import type { WorkState } from '@/lib/annotations/work-state'
import type { LeasedWork } from '@/lib/client/labelling-screen-calls'
import { ChoiceButtons } from './choice-buttons'
import { highlightPaddingClasses } from './current-row-highlight'
import { ErrorQuestionRow } from './error-question-row'
import { FreeTextField } from './free-text-field'
import { readInputMethod } from './input-method'
import { EditingBlockContext, useLabellingScreenContext } from './labelling-screen-context'
import { MarginNotes } from './margin-notes'
import { OptionRows } from './option-rows'
import type { TextEditor, TextField } from './text-editor'
import { listPositiveOptions, type AnnotationActions } from './use-annotation-actions'
import type { MarginNote } from './use-note-form'
import { maxRowsWithoutWindow, useRowWindow } from './use-row-window'
import { getListPositionProps, WindowedRows } from './windowed-rows'

interface StepChoiceStepsProps {
  work: LeasedWork
  state: WorkState
  notes: readonly MarginNote[]
  isRaw: boolean
  noteFormPanel: ReactNode
  textEditor: TextEditor
  actions: AnnotationActions
}

/** Flow `step_choice`: the chosen path, and the options of the open step. */
export function StepChoiceFlowSteps(props: StepChoiceStepsProps) {
  const { work, state, isRaw, actions } = props
  const { content, shape, currentTarget } = state
  const chosenCount = countChosenSteps(content, shape)
  const reachedCount = isChosenPathComplete(content, shape) ? chosenCount : chosenCount + 1
  const { options } = work
  const findSource = useCallback((row: number) => options[row]?.[0]?.source ?? null, [options])
  const openStep = currentTarget.kind === 'done' ? -1 : currentTarget.step
  const listRef = useRef<HTMLOListElement>(null)
  const rowWindow = useRowWindow(listRef, reachedCount, openStep, findSource)
  const isWindowed = reachedCount > maxRowsWithoutWindow
  return (
    <ol
      ref={listRef}
      aria-label={`Solution, ${chosenCount} ${chosenCount === 1 ? 'step' : 'steps'} chosen`}
      className="pt-3"
    >
      <WindowedRows rowWindow={rowWindow}>
        {(step) => {
          const choice = findPathChoice(content, shape, step)
          const isOpen =
            choice === null || (currentTarget.kind !== 'done' && currentTarget.step === step)
          return (
            <li
              aria-label={`Step ${step + 1}`}
              {...(isWindowed && getListPositionProps(step, shape.stepCount))}
            >
              {isOpen ? (
                <OpenStep {...props} step={step} />
              ) : (
                <ChosenStep
                  work={work}
                  step={step}
                  choice={choice}
                  isRaw={isRaw}
                  writtenText={content.humanOptions[step] ?? ''}
                  field={props.textEditor.getField({ kind: 'write', step })}
                  notes={props.notes.filter(
                    (note) =>
                      note.step === step && note.option === (choice === 'human' ? null : choice),
                  )}
                  onOpen={(inputMethod) =>
                    actions.select({ kind: 'option', step, option: 0 }, inputMethod)
                  }
                />
              )}
            </li>
          )
        }}
      </WindowedRows>
    </ol>
  )
}

function OpenStep(props: StepChoiceStepsProps & { step: number }) {
  const { work, state, step, isRaw, noteFormPanel, textEditor, actions } = props
  const { content, shape, currentTarget } = state
  const options = listOptionRatings(content, shape, step)
  const positiveOptions = listPositiveOptions(options)
  const choice = content.choices[step]
  const questionProps = (kind: 'choice' | 'write') => ({
    isCurrent: currentTarget.kind === kind && currentTarget.step === step,
    isUpcoming: false,
    onSelect: (inputMethod: 'key' | 'pointer' | 'touch') =>
      actions.select({ kind, step }, inputMethod),
  })
  const isRated = !options.includes(null)
  const isBlocked = useContext(EditingBlockContext)
  return (
    <section aria-label={`Step ${step + 1}`} className="border-t border-rule pt-2 first:border-t-0">
      <div className="sheet-row pt-3 pb-1">
        <h3 className="col-text text-ink-2 max-desk:col-span-full">
          {options.length === 0
            ? `There are no options at step ${step + 1}.`
            : `Step ${step + 1}: rate each option.`}
        </h3>
      </div>
      <OptionRows {...props} />
      {isRated && positiveOptions.length > 1 && (
        <ErrorQuestionRow name={`Choose step ${step + 1}`} {...questionProps('choice')}>
          <ChoiceButtons
            label={`Options for step ${step + 1}`}
            hasKeys={questionProps('choice').isCurrent && !noteFormPanel}
            isDisabled={isBlocked}
            choices={positiveOptions.map((option) => {
              const { text, source } = work.options[step]![option]!
              return (
                <Fragment key={option}>
                  <span className="sr-only">Option {formatOptionName(step, option)}: </span>
                  {isRaw ? <RawText source={source} /> : <TypesetContent text={text} />}
                </Fragment>
              )
            })}
            chosenIndexes={typeof choice === 'number' ? [positiveOptions.indexOf(choice)] : []}
            onChoose={(nth, event) =>
              actions.choose(step, positiveOptions[nth]!, readInputMethod(event))
            }
          />
        </ErrorQuestionRow>
      )}
      {isRated && positiveOptions.length === 0 && (
        <ErrorQuestionRow name={`Your step ${step + 1}`} {...questionProps('write')}>
          <p className="pb-1 text-ink-2">No option is positive. Write one correct step.</p>
          <FreeTextField
            field={textEditor.getField({ kind: 'write', step })}
            label="Write the next step"
            value={content.humanOptions[step] ?? null}
            maxLength={10_000}
          />
        </ErrorQuestionRow>
      )}
    </section>
  )
}

interface ChosenStepProps {
  work: LeasedWork
  step: number
  choice: PathChoice
  writtenText: string
  field: Pick<TextField, 'draft' | 'isUnsaved'>
  /** Notes on the chosen option. */
  notes: readonly MarginNote[]
  isRaw: boolean
  onOpen: (inputMethod: 'key' | 'pointer' | 'touch') => void
}

/** A chosen step. Its number opens the options again. */
function ChosenStep(props: ChosenStepProps) {
  const { work, step, choice, writtenText, field, notes, isRaw, onOpen } = props
  const option = choice === 'human' ? null : work.options[step]?.[choice]
  const { project } = useLabellingScreenContext()
  const preview = useTypesetPreview(project, option ? '' : writtenText)
  const source = option?.source ?? writtenText
  const text = option?.text ?? preview
  const otherOptionCount = (work.options[step]?.length ?? 0) - (option ? 1 : 0)
  return (
    <div className={`relative sheet-row py-2.5 max-desk:py-2 ${highlightPaddingClasses}`}>
      <button
        type="button"
        aria-label={`Step ${step + 1}, chosen${option ? '' : ', written by you'}: show options`}
        onClick={(event) => onOpen(readInputMethod(event))}
        className="grid h-7 grid-cols-[24px_1fr] items-center gap-x-1 rounded-control text-left text-ink-3 hover:bg-wash max-desk:grid-cols-[22px_20px]"
      >
        <span className="pr-1 text-right max-desk:pr-0 max-desk:text-left">{step + 1}</span>
        <span className="flex items-center justify-end pr-2 text-positive max-desk:justify-start max-desk:pr-0">
          <RatingIcon shape="tick" bold className="size-4" />
        </span>
      </button>
      <div className="relative col-text text-reading">
        {isRaw || !text ? <RawText source={source} /> : <TypesetContent text={text} />}
      </div>
      {notes.length > 0 ? (
        <MarginNotes notes={notes} isFirstError={false} isFolded />
      ) : (
        <p className="col-start-5 self-start pt-1 text-caption text-ink-3 max-wide:col-start-3 max-desk:col-start-2">
          {option
            ? `${otherOptionCount} other ${otherOptionCount === 1 ? 'option' : 'options'}`
            : 'Written by you'}
          {!option && field.isUnsaved && (
            <span className="block truncate">Draft: {field.draft}</span>
          )}
        </p>
      )}
    </div>
  )
}
