import { memo, type MouseEvent, type ReactNode } from 'react'
import { joinClasses } from '@/components/ui/join-classes'
import { KeyLabel } from '@/components/ui/key-label'
import { QuietButton } from '@/components/ui/quiet-button'
import { RatingIcon } from '@/components/ui/rating-icon'
import { listOptionRatings } from '@/lib/annotations/content'
import type { WorkState } from '@/lib/annotations/work-state'
import type { ShortcutAction } from '@/lib/auth/keymap'
import type { LeasedWork } from '@/lib/client/labelling-screen-calls'
import { solutionProgressLevels } from '@/lib/formats/record'
import { capitalise } from '@/lib/platform/format'
import { readInputMethod } from './input-method'
import { useKeyLabeller, useAriaKeyShortcuts } from './labelling-screen-context'
import { progressLevelLabels } from './progress-level-labels'
import { ratingStyles, ratingValues } from './rating-values'
import { listPositiveOptions, type AnnotationActions } from './use-annotation-actions'

interface AnswerButtonsProps {
  work: Pick<LeasedWork, 'explanations'>
  state: WorkState
  actions: Pick<AnnotationActions, 'rateCurrent' | 'answer' | 'move'>
  /** A form is open. */
  isDisabled: boolean
  onWrite: () => void
}

const ratingActions = [
  'rateNegative',
  'rateNeutral',
  'ratePositive',
] as const satisfies ShortcutAction[]

/** The possible answers to the current target, with their keys. On a phone, large buttons. */
export function AnswerButtons({ work, state, actions, isDisabled, onWrite }: AnswerButtonsProps) {
  const { currentTarget, content, shape } = state
  switch (currentTarget.kind) {
    case 'step':
    case 'option':
      return <RatingButtons actions={actions} isDisabled={isDisabled} />
    case 'options':
      return <RatingButtons actions={actions} isDisabled />
    case 'done':
      return <BackButton actions={actions} isDisabled={isDisabled} />
    case 'progress':
      return (
        <ButtonRow>
          {solutionProgressLevels.map((level, nth) => (
            <DigitButton
              key={level}
              nth={nth}
              isDisabled={isDisabled}
              onPress={(inputMethod) => actions.answer(nth, inputMethod)}
              label={progressLevelLabels[level]}
            />
          ))}
        </ButtonRow>
      )
    case 'explanation': {
      const explanationCount = work.explanations[currentTarget.step]?.length ?? 0
      return (
        <ListKeysHint
          count={explanationCount}
          label="choose an explanation"
          writeLabel={explanationCount > 0 ? 'Write your own' : 'Write an explanation'}
          isDisabled={isDisabled}
          onWrite={onWrite}
        />
      )
    }
    case 'tags':
      return (
        <ListKeysHint
          count={shape.errorTags.length}
          label="error types (optional)"
          isDisabled={isDisabled}
        />
      )
    case 'choice':
      return (
        <ListKeysHint
          count={listPositiveOptions(listOptionRatings(content, shape, currentTarget.step)).length}
          label="choose an option"
          isDisabled={isDisabled}
        />
      )
    case 'write':
      return (
        <ListKeysHint
          count={0}
          label=""
          isDisabled={isDisabled}
          writeLabel="Write the next step"
          onWrite={onWrite}
        />
      )
  }
}

function ButtonRow({ children }: { children: ReactNode }) {
  return (
    <span className="inline-flex items-center gap-1 max-desk:grid max-desk:grid-cols-3 max-desk:gap-2">
      {children}
    </span>
  )
}

const thumbButtonClasses =
  'max-desk:h-15 max-desk:flex-col max-desk:justify-center max-desk:gap-0.5 max-desk:border max-desk:border-line max-desk:bg-surface max-desk:p-0 max-desk:text-ink max-desk:disabled:border-rule max-desk:disabled:bg-transparent max-desk:aria-disabled:border-rule max-desk:aria-disabled:bg-transparent'

/** The three ratings with their keys. */
const RatingButtons = memo(function RatingButtons({
  actions,
  isDisabled,
}: {
  actions: Pick<AnnotationActions, 'rateCurrent'>
  isDisabled: boolean
}) {
  const keyCap = useKeyLabeller()
  const keyName = useAriaKeyShortcuts()
  return (
    <ButtonRow>
      {ratingValues.map((rating, index) => {
        const { label, shape } = ratingStyles[rating]
        const name = capitalise(label)
        return (
          <QuietButton
            key={rating}
            aria-keyshortcuts={keyName(ratingActions[index]!)}
            // Keeps its focus while the options load.
            aria-disabled={isDisabled}
            onClick={(event: MouseEvent) =>
              isDisabled || actions.rateCurrent(rating, readInputMethod(event))
            }
            className={thumbButtonClasses}
          >
            <span className="contents max-desk:hidden">
              <KeyLabel name={keyCap(ratingActions[index]!)} />
            </span>
            <RatingIcon
              shape={shape}
              inheritColour={isDisabled}
              className="size-3.5 max-desk:size-5.5"
            />
            <span className="max-wide:sr-only max-desk:not-sr-only">{name}</span>
          </QuietButton>
        )
      })}
    </ButtonRow>
  )
})

/** Moves to the last answer or step. Shown when everything is answered. */
function BackButton({
  actions,
  isDisabled,
}: {
  actions: Pick<AnnotationActions, 'move'>
  isDisabled: boolean
}) {
  const keyCap = useKeyLabeller()
  const keyName = useAriaKeyShortcuts()
  return (
    <QuietButton
      aria-keyshortcuts={keyName('previous')}
      disabled={isDisabled}
      onClick={() => actions.move(-1)}
      className="max-desk:hidden"
    >
      <KeyLabel name={keyCap('previous')} />
      Back
    </QuietButton>
  )
}

interface DigitButtonProps {
  nth: number
  label: string
  isDisabled: boolean
  onPress: (inputMethod: ReturnType<typeof readInputMethod>) => void
}

function DigitButton({ nth, label, isDisabled, onPress }: DigitButtonProps) {
  return (
    <QuietButton
      aria-keyshortcuts={String(nth + 1)}
      disabled={isDisabled}
      onClick={(event) => onPress(readInputMethod(event))}
      className={thumbButtonClasses}
    >
      <span className="contents max-desk:hidden">
        <KeyLabel name={String(nth + 1)} />
      </span>
      {label}
    </QuietButton>
  )
}

/** The digits that choose from a list on the page, and the button that opens its text field. On a phone, without keys. */
function ListKeysHint({
  count,
  label,
  isDisabled,
  writeLabel,
  onWrite,
}: {
  count: number
  label: string
  isDisabled: boolean
  writeLabel?: string
  onWrite?: () => void
}) {
  const keyCap = useKeyLabeller()
  const keyName = useAriaKeyShortcuts()
  const showsDigits = count > 0 && !isDisabled
  if (!showsDigits && !onWrite) return null
  return (
    <span
      className={joinClasses(
        'inline-flex items-center gap-2 text-ink-2 max-desk:flex max-desk:h-15 max-desk:px-0 desk:whitespace-nowrap',
        // The button has its own padding.
        showsDigits ? 'px-2' : 'pr-2',
      )}
    >
      {showsDigits && (
        <span className="inline-flex items-center gap-1.5 max-desk:flex-1 max-desk:justify-center">
          <span className="contents max-desk:hidden">
            <KeyLabel name="1" />
            {count > 1 && (
              <>
                {count === 2 ? 'or' : 'to'} <KeyLabel name={String(Math.min(count, 9))} />
              </>
            )}
          </span>
          <span className="max-wide:hidden max-desk:block max-desk:first-letter:uppercase">
            {label}
          </span>
        </span>
      )}
      {onWrite && (
        <QuietButton
          aria-keyshortcuts={keyName('write')}
          disabled={isDisabled}
          onClick={onWrite}
          className={`${thumbButtonClasses} max-desk:flex-1`}
        >
          <span className="contents max-desk:hidden">
            <KeyLabel name={keyCap('write')} />
          </span>
          {writeLabel}
        </QuietButton>
      )}
    </span>
  )
}
