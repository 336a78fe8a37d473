import { keepFocus } from '@/components/annotations/input-method'
import { KeyCap } from '@/components/ui/key-cap'
import { Link } from '@/components/ui/link'
import { printKeyIfAny } from '@/lib/auth/keys'
import type { AnswerAct } from './answer-acts'
import type { AnswerKeys } from './answer-keys'
import { verdictMeanings } from './describe-answers'
import { verdictOrder } from './pair'
import type { AnswersBoardState } from './use-answers-board'

/** Every key and what it does, over the foot bar; each line is a button too. */
export function AnswerKeysList({
  board,
  keys,
  acts,
  about,
}: {
  board: AnswersBoardState
  keys: AnswerKeys
  acts: readonly AnswerAct[]
  /** How far a key goes in this list. */
  about: string
}) {
  const lines: Pick<AnswerAct, 'key' | 'or' | 'words' | 'run'>[] = [
    ...verdictOrder.map((verdict) => ({
      ...{ key: keys[verdict], words: `${verdict}: ${verdictMeanings[verdict]}` },
      run: () => void board.settle(verdict),
    })),
    ...[
      { key: keys.previous, or: '↑', words: 'back to the one before', run: () => board.move(-1) },
      { key: keys.next, or: '↓', words: 'on to the next', run: () => board.move(1) },
    ],
    ...acts,
  ]
  return (
    <section
      aria-label="All keys"
      onMouseDown={keepFocus}
      className="border-t border-rule px-4 py-3 max-desk:hidden"
    >
      <div className="grid grid-cols-2 gap-x-8 wide:auto-cols-[minmax(0,28rem)] wide:grid-flow-col wide:grid-cols-none wide:grid-rows-5">
        {lines.map(({ key, or, words, run }) => {
          const caps = [printKeyIfAny(key), printKeyIfAny(or ?? null)]
          return (
            <button
              key={words}
              type="button"
              onClick={run}
              className="grid grid-cols-[3.5rem_1fr] items-baseline rounded-control px-2 py-0.5 text-left text-ink-2 hover:bg-paper hover:text-ink"
            >
              <span className="flex gap-1">
                {caps.map((cap) => cap && <KeyCap key={cap} name={cap} />)}
              </span>
              {words}
            </button>
          )
        })}
      </div>
      <p className="px-2 pt-2 text-caption text-ink-3">
        {about} <Link href="/account/keys">Put keys elsewhere</Link>
      </p>
    </section>
  )
}
