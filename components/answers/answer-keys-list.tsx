import Link from 'next/link'
import { keepFocus } from '@/components/labelling/input-method'
import { KeyCap } from '@/components/ui/key-cap'
import { type AnswerKey, type AnswerKeys, printAnswerKey } from './answer-keys'
import { verdictMeanings } from './describe-answers'
import type { AnswersBoardState } from './use-answers-board'

interface KeyLine {
  key: AnswerKey
  /** A second key that does the same. */
  or?: string
  words: string
  run: () => void
}

/** Every key and what it does, over the foot bar; each line is a button too. */
export function AnswerKeysList({ board, keys }: { board: AnswersBoardState; keys: AnswerKeys }) {
  const lines: KeyLine[] = [
    {
      key: 'wrong',
      words: `wrong: ${verdictMeanings.wrong}`,
      run: () => board.settle('wrong'),
    },
    {
      key: 'unsure',
      words: `unsure: ${verdictMeanings.unsure}`,
      run: () => board.settle('unsure'),
    },
    {
      key: 'correct',
      words: `correct: ${verdictMeanings.correct}`,
      run: () => board.settle('correct'),
    },
    { key: 'previous', or: '↑', words: 'back to the one before', run: () => board.move(-1) },
    { key: 'next', or: '↓', words: 'on to the next', run: () => board.move(1) },
    { key: 'note', words: 'note', run: () => board.open('note') },
    { key: 'takeBack', words: 'take back what a person said', run: board.takeBack },
    {
      key: 'undo',
      or: printAnswerKey(keys.otherUndo),
      words: 'undo the last',
      run: board.undo,
    },
  ]
  return (
    <section
      aria-label="All keys"
      onMouseDown={keepFocus}
      className="border-t border-rule px-4 py-3 max-desk:hidden"
    >
      <div className="grid grid-cols-2 gap-x-8 wide:auto-cols-[minmax(0,28rem)] wide:grid-flow-col wide:grid-cols-none wide:grid-rows-4">
        {lines.map(({ key, or, words, run }) => {
          const cap = printAnswerKey(keys[key])
          return (
            <button
              key={key}
              type="button"
              onClick={run}
              className="grid grid-cols-[3.5rem_1fr] items-baseline rounded-control px-2 py-0.5 text-left text-ink-2 hover:bg-paper hover:text-ink"
            >
              <span className="flex gap-1">
                {cap && <KeyCap name={cap} />}
                {or && <KeyCap name={or} />}
              </span>
              {words}
            </button>
          )
        })}
      </div>
      <p className="px-2 pt-2 text-caption text-ink-3">
        One key settles a pair for every solution that has it, now and later. What is left unsure
        goes from the list, and stays out of the convincing-wrong slice.{' '}
        <Link href="/account/keys" prefetch={false}>
          Put keys elsewhere
        </Link>
      </p>
    </section>
  )
}
