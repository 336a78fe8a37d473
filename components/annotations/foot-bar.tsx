import { memo, type Ref } from 'react'
import { Button } from '@/components/ui/button'
import { classes } from '@/components/ui/classes'
import { Icon } from '@/components/ui/icon'
import { KeyCap } from '@/components/ui/key-cap'
import { QuietButton } from '@/components/ui/quiet-button'
import type { Work } from '@/lib/client/call-work'
import type { AnnotationWork } from '@/lib/client/annotation-work'
import { canReopen, stopsWork, type WorkView } from '@/lib/client/work-view'
import { readReadyReason } from '@/lib/annotations/finish'
import type { WorkState } from '@/lib/annotations/work-state'
import { nameSubmit } from '@/lib/annotations/work-words'
import { ActiveTimeView } from './active-time'
import { AllKeysButton } from './all-keys'
import type { Asked } from './asked'
import { keepFocus, readInputMethod } from './input-method'
import { LitKeys } from './lit-keys'
import { SavedState } from './saved-state'
import { useKeyCap, useKeyName } from './sheet-context'
import { StepMap } from './step-map'
import type { AnnotationActs } from './use-annotation-acts'

interface FootBarProps {
  annotation: AnnotationWork
  view: WorkView
  work: Work
  state: WorkState
  acts: AnnotationActs
  /** Something is asked in place: the digits choose its answer. */
  isAsking: boolean
  showsKeys: boolean
  onToggleKeys: () => void
  onAsk: (asked: Asked) => void
  onWrite: () => void
  onSubmit: (by: ReturnType<typeof readInputMethod>) => void
  ref: Ref<HTMLElement>
}

/** What a key does now, where one is, time, saved state, submit. On a phone the three marks under the thumb. */
export function FootBar(props: FootBarProps) {
  const { annotation, view, work, state, acts, isAsking, ref } = props
  const keyCap = useKeyCap()
  const keyName = useKeyName()
  const { showsKeys, onToggleKeys, onAsk } = props
  const canUndo = state.changes.length > 0
  const also = { acts, canUndo, reopens: canReopen(view), showsKeys, onToggleKeys, onAsk }
  const isReady = readReadyReason(state.content, state.shape) !== null && !stopsWork(view.trouble)
  // On a phone the submit button takes the place of the marks, and says what is missing, unless one has gone back to change a rating.
  const showsSubmit = state.lit.kind === 'tags' || (isReady && state.lit.kind === 'done')
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
        <LitKeys {...{ work, state, acts, isOff: isAsking, onWrite: props.onWrite }} />
        <span className="mx-2 h-4 w-px bg-rule max-desk:hidden" />
        <span className="inline-flex items-center gap-1 max-desk:hidden">
          <WideKeys {...also} />
        </span>
      </div>
      <div className="overflow-hidden max-wide:max-w-full max-wide:justify-self-center max-desk:col-start-1 max-desk:row-start-1 max-desk:-ml-[3px] max-desk:justify-self-start">
        <StepMap state={state} />
      </div>
      <div className="flex items-center justify-end gap-4 text-ink-2 max-desk:contents">
        <span className="inline-flex items-center gap-4 max-desk:col-start-2 max-desk:row-start-1 max-desk:gap-3">
          <ActiveTimeView annotation={annotation} />
          <SavedState view={view} />
        </span>
        <ThumbKeys {...also} />
        <Button
          tone={isReady ? 'primary' : 'plain'}
          keyCap={keyCap('submit')}
          aria-disabled={!isReady}
          aria-keyshortcuts={keyName('submit')}
          onClick={(event) => isReady && props.onSubmit(readInputMethod(event))}
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

interface AlsoProps extends Pick<FootBarProps, 'acts' | 'showsKeys' | 'onToggleKeys' | 'onAsk'> {
  canUndo: boolean
  /** With nothing to undo, the last one is opened again. */
  reopens: boolean
}

/** With a keyboard: unsure, undo, and the list of all keys. */
const WideKeys = memo(function WideKeys(props: AlsoProps) {
  const { acts, canUndo, reopens, showsKeys, onToggleKeys, onAsk } = props
  const keyCap = useKeyCap()
  const keyName = useKeyName()
  return (
    <>
      <QuietButton aria-keyshortcuts={keyName('flag')} onClick={() => onAsk('flag')}>
        <KeyCap name={keyCap('flag')} />
        <span className="max-wide:sr-only">Unsure</span>
      </QuietButton>
      <QuietButton
        aria-keyshortcuts={keyName('undo')}
        disabled={!canUndo && !reopens}
        onClick={(event) => acts.undo(readInputMethod(event))}
      >
        <KeyCap name={keyCap('undo')} />
        <span className="max-wide:sr-only">{reopens ? 'Open again' : 'Undo'}</span>
      </QuietButton>
      <AllKeysButton name={keyName('allKeys')} isOpen={showsKeys} onToggle={onToggleKeys} />
    </>
  )
})

/** On a phone: flag and undo, above the marks. */
const ThumbKeys = memo(function ThumbKeys({ acts, canUndo, reopens, onAsk }: AlsoProps) {
  return (
    <span
      onMouseDown={keepFocus}
      className="col-start-3 row-start-1 -mr-1 inline-flex items-center gap-1 desk:hidden"
    >
      <QuietButton
        aria-label="Unsure"
        onClick={() => onAsk('flag')}
        className="size-9 justify-center p-0"
      >
        <Icon name="flag" />
      </QuietButton>
      <QuietButton
        aria-label={reopens ? 'Open the last one again' : 'Undo'}
        disabled={!canUndo && !reopens}
        onClick={(event) => acts.undo(readInputMethod(event))}
        className="size-9 justify-center p-0"
      >
        <Icon name="undo" />
      </QuietButton>
    </span>
  )
})
