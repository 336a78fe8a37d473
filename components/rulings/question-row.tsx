import type { ReactNode } from 'react'
import { litRow } from '@/components/ui/lit-row'
import { Typeset } from '@/components/math/typeset'
import { nameHidden } from '@/components/review/describe-review'
import { classes } from '@/components/ui/classes'
import { formatNoun } from '@/lib/platform/format'
import { AskWords } from './ask-words'
import { nameKind, nameStep } from './describe-questions'
import type { ShownStep } from './question'

/** Of so many asks the words stand in a row that is not lit. */
const shownAsks = 2

/** A step that was asked about; what is told of it while it is lit stands in its place. */
export function QuestionRow({
  step,
  number,
  isLit,
  isTaken,
  onLight,
  onOpen,
  children,
}: {
  step: ShownStep
  number: number
  isLit: boolean
  isTaken: boolean
  onLight: (key: string) => void
  onOpen: () => void
  children: ReactNode
}) {
  const { key, excerpt, asks, people } = step
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events -- the number is the button
    <li
      id={`row-${key}`}
      aria-current={isLit ? 'true' : undefined}
      onClick={() => isLit || onLight(key)}
      className={classes(
        'grid grid-cols-[2.25rem_minmax(0,1fr)] items-baseline border-b border-rule py-2.5 last:border-b-0',
        isLit ? litRow : 'cursor-pointer hover:bg-wash',
      )}
    >
      <button
        type="button"
        id={`light-${key}`}
        aria-label={`${isLit ? 'Rule on' : 'Light'} question ${number}${isTaken ? ', taken along' : ''}`}
        onClick={(event) => {
          event.stopPropagation()
          // Enter on it does what Enter does in the list.
          if (isLit) onOpen()
          else onLight(key)
        }}
        className={classes(
          'w-6 rounded-control text-right',
          isLit ? 'font-bold text-accent' : 'text-ink-3 hover:text-ink',
        )}
      >
        {number}
      </button>
      <div className="min-w-0 wrap-anywhere">
        {isLit ? (
          children
        ) : (
          <>
            <div className="font-read text-excerpt font-text">
              <Typeset text={excerpt} />
            </div>
            <p className="text-caption text-ink-3">
              {nameStep(step)}
              {people > 1 && `, ${formatNoun(people, 'person asks', 'people ask')}`}
            </p>
            {asks.slice(0, shownAsks).map((ask, index) => (
              <div key={index} className="pt-0.5">
                <AskWords said={ask.said}>
                  {ask.person ?? nameHidden}, {nameKind(ask.kind, ask.words)}
                </AskWords>
              </div>
            ))}
            {asks.length > shownAsks && (
              <p className="text-caption text-ink-3">and {asks.length - shownAsks} more</p>
            )}
          </>
        )}
        {isTaken && <p className="pt-1 font-strong text-accent">Taken along</p>}
      </div>
    </li>
  )
}
