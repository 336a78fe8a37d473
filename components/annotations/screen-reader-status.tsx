import { useState } from 'react'
import {
  countChosenSteps,
  findFirstErrorStep,
  listOptionRatings,
  type AnnotationNote,
  type NoteKind,
} from '@/lib/annotations/content'
import { formatOptionName } from '@/lib/annotations/work-labels'
import type { WorkState } from '@/lib/annotations/work-state'
import { readRatingOfTarget, type WorkTarget } from '@/lib/annotations/work-targets'
import { isSubmissionBlocked, type LabellingScreenView } from '@/lib/client/labelling-screen-view'
import { getRatingName } from './rating-values'
import { listPositiveOptions } from './use-annotation-actions'

/**
 * Announces changes and the current target to screen readers. Rendered before the first solution and kept for the next ones,
 * because screen readers announce changes only in regions that already exist.
 */
export function LabellingStatus({ view }: { view: LabellingScreenView | null }) {
  return (
    <p role="status" className="sr-only">
      {view?.work && view.state && (
        <StatusText
          key={view.work.lease}
          state={view.state}
          doneText={
            isSubmissionBlocked(view.work, view.error)
              ? 'You can’t submit yet.'
              : 'Ready to submit.'
          }
        />
      )}
    </p>
  )
}

/** Announces changes and the current target of one solution to screen readers. */
export function ScreenReaderStatus(props: StatusTextProps) {
  return (
    <p role="status" className="sr-only">
      <StatusText {...props} />
    </p>
  )
}

interface StatusTextProps {
  state: WorkState
  /** What comes next when everything is answered. */
  doneText: string
}

function StatusText({ state, doneText }: StatusTextProps) {
  const [announced, setAnnounced] = useState<Announcement>({ state, changeText: '' })
  const { changes, currentTarget } = announced.state
  if (changes !== state.changes || currentTarget !== state.currentTarget)
    setAnnounced({ state, changeText: describeNewChange(announced, state) })
  return `${announced.changeText} ${describeCurrentTarget(state, doneText)}`
}

interface Announcement {
  state: WorkState
  changeText: string
}

/** What changed since the last announcement; empty if only the current target did. */
export function describeNewChange(
  { state: { changes, currentTarget }, changeText }: Announcement,
  state: WorkState,
): string {
  // The options of an error arrive shortly after its rating, so the text about the rating stays.
  if (changes === state.changes) return currentTarget.kind === 'options' ? changeText : ''
  // The history is as long as before once the oldest change is dropped for the newest.
  if (changes.length <= state.changes.length) return describeLastChange(state)
  return state.events.at(-1)?.kind === 'undo' ? 'Undone.' : ''
}

function describeLastChange({ content, shape, changes }: WorkState): string {
  const lastChange = changes.at(-1)
  if (!lastChange) return ''
  const { target, before } = lastChange
  if (before.notes) return describeNoteChange(before.notes, content.notes)
  const answerText = describeAnswer(target)
  if (target.kind !== 'step' && target.kind !== 'option') return answerText
  const rating = readRatingOfTarget(content, shape, target)
  if (rating === null) return ''
  if (target.kind === 'option')
    return `Option ${formatOptionName(target.step, target.option)} ${getRatingName(rating)}.`
  const isError = findFirstErrorStep(content, shape) === target.step
  return `Step ${target.step + 1} ${getRatingName(rating)}.${isError ? ' This is the first error.' : ''}`
}

const noteTexts = {
  flag: 'Flagged as unsure.',
  comment: 'Comment saved.',
  bad_split: 'Bad split reported.',
} as const satisfies Record<NoteKind, string>

function describeNoteChange(
  before: readonly AnnotationNote[],
  after: readonly AnnotationNote[],
): string {
  const savedNote = after.find((note) => !before.includes(note))
  return savedNote ? noteTexts[savedNote.kind] : 'Note removed.'
}

function describeAnswer(target: WorkTarget): string {
  switch (target.kind) {
    case 'choice':
      return `Step ${target.step + 1} chosen.`
    case 'write':
      return `Step ${target.step + 1} written.`
    case 'explanation':
      return 'Mistake explained.'
    case 'progress':
      return 'Progress rated.'
    case 'tags':
      return 'Error types changed.'
    default:
      return ''
  }
}

function describeCurrentTarget(
  { currentTarget, content, shape }: WorkState,
  doneText: string,
): string {
  switch (currentTarget.kind) {
    case 'step': {
      const rating = readRatingOfTarget(content, shape, currentTarget)
      return `Step ${currentTarget.step + 1} of ${shape.stepCount}, ${getRatingName(rating)}.`
    }
    case 'option':
      return `Option ${formatOptionName(currentTarget.step, currentTarget.option)}, ${getRatingName(readRatingOfTarget(content, shape, currentTarget))}.`
    case 'choice': {
      const count = listPositiveOptions(
        listOptionRatings(content, shape, currentTarget.step),
      ).length
      return `Choose one of ${count} options.`
    }
    case 'write':
      return 'No option is positive. Write the next step.'
    case 'options':
      return `Loading the options at step ${currentTarget.step + 1}.`
    case 'explanation':
      return `What is the mistake in step ${currentTarget.step + 1}?`
    case 'progress':
      return `How much progress was there before step ${currentTarget.step + 1}?`
    case 'tags':
      return 'Select error types, or submit.'
    case 'done':
      return shape.flow === 'solution'
        ? `${describeFirstError(findFirstErrorStep(content, shape))} ${doneText}`
        : `${countChosenSteps(content, shape)} steps chosen. ${doneText}`
  }
}

const describeFirstError = (step: number | null) =>
  step === null ? 'No error.' : `First error at step ${step + 1}.`
