import type { MouseEvent, Ref } from 'react'
import { Button } from '@/components/ui/button'
import { classes } from '@/components/ui/classes'
import { Icon } from '@/components/ui/icon'
import { KeyCap } from '@/components/ui/key-cap'
import { Mark } from '@/components/ui/mark'
import { QuietButton } from '@/components/ui/quiet-button'
import type { LabellingWork } from '@/lib/client/labelling-work'
import { stopsWork, type WorkView } from '@/lib/client/work-view'
import { readReadyReason, type WorkState } from '@/lib/labelling/work-state'
import { nameSubmit } from '@/lib/labelling/work-words'
import { ActiveTimeView } from './active-time'
import { keepFocus, readInputMethod } from './input-method'
import { ratingLooks, ratings } from './ratings'
import { SavedState } from './saved-state'
import { StepMap } from './step-map'
import type { LabellingActs } from './use-labelling-acts'

interface FootBarProps {
  labelling: LabellingWork
  view: WorkView
  state: WorkState
  acts: LabellingActs
  /** A reason is being asked for: the digits choose it. */
  isAsking: boolean
  showsKeys: boolean
  onToggleKeys: () => void
  ref: Ref<HTMLElement>
}

/** What a key does now, where one is, time, saved state, submit. On a phone the three marks under the thumb. */
export function FootBar({
  labelling,
  view,
  state,
  acts,
  isAsking,
  showsKeys,
  onToggleKeys,
  ref,
}: FootBarProps) {
  const isReady = readReadyReason(state) !== null && !stopsWork(view.trouble)
  // On a phone the submit button takes the place of the marks, unless one has gone back to change a rating.
  const showsSubmit = isReady && state.lit.kind === 'done'
  return (
    <footer
      ref={ref}
      className="sticky bottom-0 z-30 grid min-h-foot flex-none grid-cols-[1fr_auto_1fr] items-center gap-6 border-t border-rule bg-paper px-6 max-wide:grid-cols-[auto_minmax(0,1fr)_auto] max-wide:gap-4 max-desk:grid-cols-[1fr_auto_auto] max-desk:grid-rows-[36px_64px] max-desk:gap-x-3 max-desk:gap-y-0 max-desk:px-4 max-desk:pb-3"
    >
      <div
        onMouseDown={keepFocus}
        className={classes(
          '-ml-2 flex items-center gap-1 max-desk:col-span-full max-desk:row-start-2 max-desk:m-0 max-desk:block',
          showsSubmit && 'max-desk:hidden',
        )}
      >
        <MarkKeys isOff={state.lit.kind === 'done' || isAsking} acts={acts} />
        <span className="mx-2 h-4 w-px bg-rule max-desk:hidden" />
        <span className="inline-flex items-center gap-1 max-desk:hidden">
          <UndoKey state={state} acts={acts} />
          <QuietButton
            aria-label="All keys"
            aria-keyshortcuts="?"
            aria-expanded={showsKeys}
            onClick={onToggleKeys}
          >
            <KeyCap name="?" />
          </QuietButton>
        </span>
      </div>
      <div className="overflow-hidden max-wide:max-w-full max-wide:justify-self-center max-desk:col-start-1 max-desk:row-start-1 max-desk:-ml-[3px] max-desk:justify-self-start">
        <StepMap state={state} />
      </div>
      <div className="flex items-center justify-end gap-4 text-ink-2 max-desk:contents">
        <span className="inline-flex items-center gap-4 max-desk:col-start-2 max-desk:row-start-1 max-desk:gap-3">
          <ActiveTimeView labelling={labelling} />
          <SavedState view={view} />
        </span>
        <QuietButton
          aria-label="Undo"
          disabled={state.changes.length === 0}
          onMouseDown={keepFocus}
          onClick={(event) => acts.undo(readInputMethod(event))}
          className="col-start-3 row-start-1 size-7 justify-center p-0 desk:hidden"
        >
          <Icon name="undo" />
        </QuietButton>
        <Button
          tone={isReady ? 'primary' : 'plain'}
          keyCap="⏎"
          aria-disabled={!isReady}
          aria-keyshortcuts="Enter"
          onClick={(event) => isReady && acts.submit(readInputMethod(event))}
          className={classes(
            'max-desk:col-span-full max-desk:row-start-2 max-desk:h-15 max-desk:text-[1rem] max-desk:[&_kbd]:hidden',
            !showsSubmit && 'max-desk:hidden',
          )}
        >
          {nameSubmit(state)}
        </Button>
      </div>
    </footer>
  )
}

function MarkKeys({ isOff, acts }: { isOff: boolean; acts: LabellingActs }) {
  return (
    <span className="inline-flex items-center gap-1 max-desk:grid max-desk:grid-cols-3 max-desk:gap-2">
      {ratings.map((rating, index) => {
        const { word, shape } = ratingLooks[rating]
        const name = word.charAt(0).toUpperCase() + word.slice(1)
        return (
          <QuietButton
            key={rating}
            aria-label={name}
            aria-keyshortcuts={String(index + 1)}
            disabled={isOff}
            onClick={(event: MouseEvent) => acts.rateLit(rating, readInputMethod(event))}
            className="max-desk:h-15 max-desk:flex-col max-desk:justify-center max-desk:gap-0.5 max-desk:border max-desk:border-line max-desk:bg-lit max-desk:p-0 max-desk:text-ink"
          >
            <span className="contents max-desk:hidden">
              <KeyCap name={String(index + 1)} />
            </span>
            <Mark shape={shape} className="size-3.5 max-desk:size-5.5" />
            <span className="max-wide:hidden max-desk:inline">{name}</span>
          </QuietButton>
        )
      })}
    </span>
  )
}

function UndoKey({ state, acts }: Pick<FootBarProps, 'state' | 'acts'>) {
  return (
    <QuietButton
      aria-label="Undo"
      aria-keyshortcuts="z"
      disabled={state.changes.length === 0}
      onClick={(event) => acts.undo(readInputMethod(event))}
    >
      <KeyCap name="z" />
      <span className="max-wide:hidden">Undo</span>
    </QuietButton>
  )
}
