import { Fragment, type ReactNode } from 'react'
import { RawText } from '@/components/math/raw-text'
import { Typeset } from '@/components/math/typeset'
import { Mark } from '@/components/ui/mark'
import type { Work } from '@/lib/client/call-work'
import {
  countChosen,
  isPathWhole,
  listOptions,
  readChoice,
  type Choice,
  type Note,
} from '@/lib/annotations/content'
import type { WorkState } from '@/lib/annotations/work-state'
import { nameOption } from '@/lib/annotations/work-words'
import { ChoiceKeys } from './choice-keys'
import { readInputMethod } from './input-method'
import { bleed } from './light'
import { MarginNotes } from './margin-notes'
import { OptionRows } from './option-rows'
import { OwnWords } from './own-words'
import { QuestionRow } from './question-row'
import { listPositive, type AnnotationActs } from './use-annotation-acts'
import { usePreview } from './use-preview'

interface ChoiceStepsProps {
  work: Work
  state: WorkState
  isRaw: boolean
  asked: ReactNode
  isWriting: boolean
  onWrite: (isWriting: boolean) => void
  acts: AnnotationActs
}

/** Flow `step_choice`: the path as it was chosen, and the options at the step that comes next or is looked at again. */
export function ChoiceSteps(props: ChoiceStepsProps) {
  const { work, state, isRaw, acts } = props
  const { content, shape, lit } = state
  const chosen = countChosen(content, shape)
  const reached = isPathWhole(content, shape) ? chosen : chosen + 1
  return (
    <ol
      aria-label={`Solution, ${chosen} ${chosen === 1 ? 'step' : 'steps'} chosen`}
      className="pt-3"
    >
      {Array.from({ length: reached }, (_, step) => {
        const choice = readChoice(content, shape, step)
        const isOpen = choice === null || (lit.kind !== 'done' && lit.step === step)
        return (
          <li key={step} aria-label={`Step ${step + 1}`}>
            {isOpen ? (
              <OpenStep {...props} step={step} />
            ) : (
              <ChosenStep
                {...{ work, step, choice, isRaw }}
                written={content.written[step] ?? ''}
                notes={content.notes.filter(
                  (note) =>
                    note.step === step && note.option === (choice === 'human' ? null : choice),
                )}
                onOpen={(by) => acts.light({ kind: 'option', step, option: 0 }, by)}
              />
            )}
          </li>
        )
      })}
    </ol>
  )
}

function OpenStep(props: ChoiceStepsProps & { step: number }) {
  const { work, state, step, isRaw, isWriting, onWrite, acts } = props
  const { content, shape, lit } = state
  const options = listOptions(content, shape, step)
  const positive = listPositive(options)
  const choice = content.choices[step]
  const place = (kind: 'choice' | 'write') => ({
    isLit: lit.kind === kind && lit.step === step,
    isLater: false,
    onLight: (by: 'key' | 'pointer' | 'touch') => acts.light({ kind, step }, by),
  })
  const isRated = !options.includes(null)
  return (
    <section aria-label={`Step ${step + 1}`} className="border-t border-rule pt-2 first:border-t-0">
      <div className="sheet-row pt-3 pb-1">
        <h3 className="col-text text-ink-2 max-desk:col-span-full">
          {options.length === 0
            ? `There are no options at step ${step + 1}.`
            : `Step ${step + 1}: rate every option by itself.`}
        </h3>
      </div>
      <OptionRows {...props} />
      {isRated && positive.length > 1 && (
        <QuestionRow name={`Step ${step + 1} is`} {...place('choice')}>
          <ChoiceKeys
            label={`Which option goes on at step ${step + 1}`}
            choices={positive.map((option) => {
              const { text, source } = work.options[step]![option]!
              return (
                <Fragment key={option}>
                  <span className="sr-only">Option {nameOption(step, option)}: </span>
                  {isRaw ? <RawText source={source} /> : <Typeset text={text} />}
                </Fragment>
              )
            })}
            chosen={typeof choice === 'number' ? [positive.indexOf(choice)] : []}
            onChoose={(nth, event) => acts.choose(step, positive[nth]!, readInputMethod(event))}
          />
        </QuestionRow>
      )}
      {isRated && positive.length === 0 && (
        <QuestionRow name={`Your step ${step + 1}`} {...place('write')}>
          <p className="pb-1 text-ink-2">
            No option is positive. Write the next step yourself: one new idea, and right.
          </p>
          <OwnWords
            place={`${work.lease}/step/${step}`}
            label="Write the next step"
            words={content.written[step] ?? null}
            isWriting={isWriting}
            onWrite={onWrite}
            maxLength={10_000}
            onDone={(text, by) => acts.write(step, text, by)}
          />
        </QuestionRow>
      )}
    </section>
  )
}

interface ChosenStepProps {
  work: Work
  step: number
  choice: Choice
  written: string
  /** Beside what was chosen. */
  notes: readonly Note[]
  isRaw: boolean
  onOpen: (by: 'key' | 'pointer' | 'touch') => void
}

/** A step of the path: what was chosen, settled; pressing its number opens the options again. */
function ChosenStep(props: ChosenStepProps) {
  const { work, step, choice, written, notes, isRaw, onOpen } = props
  const option = choice === 'human' ? null : work.options[step]?.[choice]
  const preview = usePreview(option ? '' : written)
  const source = option?.source ?? written
  const text = option?.text ?? preview
  const others = (work.options[step]?.length ?? 0) - (option ? 1 : 0)
  return (
    <div className={`relative sheet-row py-2.5 max-desk:py-2 ${bleed}`}>
      <button
        type="button"
        aria-label={`Step ${step + 1}, chosen${option ? '' : ', written by you'}: see its options again`}
        onClick={(event) => onOpen(readInputMethod(event))}
        className="grid h-7 grid-cols-[24px_1fr] items-center gap-x-1 rounded-control text-left text-ink-3 hover:bg-wash max-desk:grid-cols-[22px_20px]"
      >
        <span className="pr-1 text-right max-desk:pr-0 max-desk:text-left">{step + 1}</span>
        <span className="flex items-center justify-end pr-2 text-positive max-desk:justify-start max-desk:pr-0">
          <Mark shape="tick" bold className="size-4" />
        </span>
      </button>
      <div className="relative col-text text-reading">
        {isRaw || !text ? <RawText source={source} /> : <Typeset text={text} />}
      </div>
      {notes.length > 0 ? (
        <MarginNotes notes={notes} isFirstError={false} isFolded />
      ) : (
        <p className="col-start-5 self-start pt-1 text-caption text-ink-3 max-wide:col-start-3 max-desk:col-start-2">
          {option ? `${others} other ${others === 1 ? 'option' : 'options'}` : 'Written by you'}
        </p>
      )}
    </div>
  )
}
