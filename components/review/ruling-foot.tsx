import type { Ref } from 'react'
import { AllKeysButton } from '@/components/annotations/all-keys'
import { keepFocus } from '@/components/annotations/input-method'
import { RatingKeys } from '@/components/annotations/lit-keys'
import { useKeyCap, useKeyName } from '@/components/annotations/sheet-context'
import { StepMap } from '@/components/annotations/step-map'
import { Button } from '@/components/ui/button'
import { classes } from '@/components/ui/classes'
import { Icon } from '@/components/ui/icon'
import { KeyCap } from '@/components/ui/key-cap'
import { QuietButton } from '@/components/ui/quiet-button'
import type { RulingBoard } from './use-ruling'

interface RulingFootProps {
  board: RulingBoard
  /** Something is asked in place. */
  isAsking: boolean
  goldKey: string | null
  showsKeys: boolean
  onToggleKeys: () => void
  onNote: () => void
  ref: Ref<HTMLElement>
}

/** What a key does now, where one is, gold, and what ends it. On a phone the three marks under the thumb. */
export function RulingFoot(props: RulingFootProps) {
  const { board, isAsking, goldKey, ref } = props
  const { work, isReady, isSettled } = board
  const keyCap = useKeyCap()
  const canRule = board.given.refusal === null
  const showsSubmit = isReady && work.lit.kind === 'done'
  return (
    <footer
      ref={ref}
      className="sticky bottom-0 z-30 grid min-h-foot flex-none grid-cols-[1fr_auto_1fr] items-center gap-6 border-t border-rule bg-paper px-6 max-wide:gap-3 max-desk:grid-cols-[1fr_auto] max-desk:grid-rows-[36px_64px] max-desk:gap-x-3 max-desk:gap-y-0 max-desk:px-4 max-desk:pb-3"
    >
      <div
        onMouseDown={keepFocus}
        className={classes(
          '-ml-2 flex items-center gap-1 max-desk:col-span-full max-desk:row-start-2 max-desk:m-0 max-desk:block',
          showsSubmit && 'max-desk:hidden',
        )}
      >
        {canRule && (
          <RatingKeys
            acts={{ rateLit: (rating) => board.acts.rateLit(rating) }}
            isOff={isAsking || work.lit.kind !== 'step'}
          />
        )}
        <span className="mx-2 h-4 w-px bg-rule max-desk:hidden" />
        <span className="inline-flex items-center gap-1 max-desk:hidden">
          <SideKeys {...props} />
        </span>
      </div>
      <div className="overflow-hidden max-desk:col-start-1 max-desk:row-start-1">
        <StepMap state={work} />
      </div>
      <div className="flex items-center justify-end gap-4 text-ink-2 max-desk:contents">
        <span
          onMouseDown={keepFocus}
          className="hidden items-center gap-1 max-desk:col-start-2 max-desk:row-start-1 max-desk:inline-flex"
        >
          <ThumbKeys {...props} />
        </span>
        {board.canGold && canRule && (
          <label className="inline-flex cursor-pointer items-center gap-2 whitespace-nowrap max-desk:hidden">
            <input
              type="checkbox"
              checked={board.isGold}
              onChange={board.toggleGold}
              className="size-4 accent-accent"
            />
            Make it gold
            {goldKey !== null && <KeyCap name={goldKey} />}
          </label>
        )}
        <Button
          tone={isReady ? 'primary' : 'plain'}
          keyCap={keyCap('submit')}
          aria-disabled={!isReady || board.sending.isBusy}
          onClick={board.rule}
          className={classes(
            'max-desk:col-span-full max-desk:row-start-2 max-desk:h-15 max-desk:text-[1rem] max-desk:[&_kbd]:hidden',
            !showsSubmit && 'max-desk:hidden',
          )}
        >
          {nameSubmit(board, isSettled)}
        </Button>
      </div>
    </footer>
  )
}

function nameSubmit({ end, standing }: RulingBoard, isSettled: boolean): string {
  if (isSettled) return 'Adjudicated'
  if (end === null) return 'Adjudicate: first error or all steps'
  return standing === null ? 'Adjudicate' : 'Adjudicate anew'
}

/** Undo, a note, and the list of all keys. */
function SideKeys({ board, showsKeys, onToggleKeys, onNote }: RulingFootProps) {
  const keyCap = useKeyCap()
  const keyName = useKeyName()
  return (
    <>
      <QuietButton
        aria-keyshortcuts={keyName('undo')}
        disabled={!board.canUndo}
        onClick={board.undo}
      >
        <KeyCap name={keyCap('undo')} />
        <span className="max-wide:sr-only">{board.isSettled ? 'Take it back' : 'Undo'}</span>
      </QuietButton>
      <QuietButton aria-keyshortcuts={keyName('comment')} onClick={onNote}>
        <KeyCap name={keyCap('comment')} />
        <span className="max-wide:sr-only">Note</span>
      </QuietButton>
      <AllKeysButton name={keyName('allKeys')} isOpen={showsKeys} onToggle={onToggleKeys} />
    </>
  )
}

/** On a phone: a note and undo, above the marks. */
function ThumbKeys({ board, onNote }: RulingFootProps) {
  return (
    <>
      <QuietButton aria-label="Note" onClick={onNote} className="size-9 justify-center p-0">
        <Icon name="comment" />
      </QuietButton>
      <QuietButton
        aria-label={board.isSettled ? 'Take the adjudication back' : 'Undo'}
        disabled={!board.canUndo}
        onClick={board.undo}
        className="size-9 justify-center p-0"
      >
        <Icon name="undo" />
      </QuietButton>
    </>
  )
}
