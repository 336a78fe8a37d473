import { memo, type MouseEvent, type ReactNode } from 'react'
import { KeyCap } from '@/components/ui/key-cap'
import { Mark } from '@/components/ui/mark'
import { QuietButton } from '@/components/ui/quiet-button'
import type { KeyAct } from '@/lib/auth/keys'
import type { Work } from '@/lib/client/call-work'
import { progressLevels } from '@/lib/formats/record'
import { listOptions } from '@/lib/annotations/content'
import type { WorkState } from '@/lib/annotations/work-state'
import { readInputMethod } from './input-method'
import { ratingLooks, ratings } from './ratings'
import { useKeyCap, useKeyName } from './sheet-context'
import { listPositive, type AnnotationActs } from './use-annotation-acts'

interface LitKeysProps {
  work: Work
  state: WorkState
  acts: AnnotationActs
  /** Something else is asked, or nothing is lit. */
  isOff: boolean
  onWrite: () => void
}

const rateActs = ['rateNegative', 'rateNeutral', 'ratePositive'] as const satisfies KeyAct[]
const progressNames = { none: 'None', some: 'Some', most: 'Most' } as const

/** What the keys do now: the answers to what is lit. On a phone, three of them under the thumb. */
export function LitKeys({ work, state, acts, isOff, onWrite }: LitKeysProps) {
  const { lit, content, shape } = state
  switch (lit.kind) {
    case 'step':
    case 'option':
      return <RatingKeys acts={acts} isOff={isOff} />
    case 'done':
      return <BackKey acts={acts} isOff={isOff} />
    case 'progress':
      return (
        <Keys>
          {progressLevels.map((level, nth) => (
            <NthKey
              key={level}
              nth={nth}
              isOff={isOff}
              onPress={(by) => acts.answer(nth, by)}
              words={progressNames[level]}
            />
          ))}
        </Keys>
      )
    case 'explanation':
      return (
        <ListKeys
          count={work.explanations[lit.step]?.length ?? 0}
          words="choose the mistake"
          onWrite={onWrite}
        />
      )
    case 'tags':
      return <ListKeys count={shape.errorTags.length} words="kinds of error, if you like" />
    case 'choice':
      return (
        <ListKeys
          count={listPositive(listOptions(content, shape, lit.step)).length}
          words="choose what goes on"
        />
      )
    case 'write':
      return <ListKeys count={0} words="" onWrite={onWrite} />
  }
}

function Keys({ children }: { children: ReactNode }) {
  return (
    <span className="inline-flex items-center gap-1 max-desk:grid max-desk:grid-cols-3 max-desk:gap-2">
      {children}
    </span>
  )
}

const thumb =
  'max-desk:h-15 max-desk:flex-col max-desk:justify-center max-desk:gap-0.5 max-desk:border max-desk:border-line max-desk:bg-lit max-desk:p-0 max-desk:text-ink'

/** The three ratings with their keys; on a phone under the thumb. */
export const RatingKeys = memo(function RatingKeys({
  acts,
  isOff,
}: {
  acts: Pick<AnnotationActs, 'rateLit'>
  isOff: boolean
}) {
  const keyCap = useKeyCap()
  const keyName = useKeyName()
  return (
    <Keys>
      {ratings.map((rating, index) => {
        const { word, shape } = ratingLooks[rating]
        const name = word.charAt(0).toUpperCase() + word.slice(1)
        return (
          <QuietButton
            key={rating}
            aria-keyshortcuts={keyName(rateActs[index]!)}
            disabled={isOff}
            onClick={(event: MouseEvent) => acts.rateLit(rating, readInputMethod(event))}
            className={thumb}
          >
            <span className="contents max-desk:hidden">
              <KeyCap name={keyCap(rateActs[index]!)} />
            </span>
            <Mark shape={shape} className="size-3.5 max-desk:size-5.5" />
            <span className="max-wide:sr-only max-desk:not-sr-only">{name}</span>
          </QuietButton>
        )
      })}
    </Keys>
  )
})

/** Nothing is left to answer: one may go back to change something. */
function BackKey({ acts, isOff }: { acts: AnnotationActs; isOff: boolean }) {
  const keyCap = useKeyCap()
  const keyName = useKeyName()
  return (
    <QuietButton
      aria-keyshortcuts={keyName('previous')}
      disabled={isOff}
      onClick={() => acts.move(-1)}
      className="max-desk:hidden"
    >
      <KeyCap name={keyCap('previous')} />
      Back, to change something
    </QuietButton>
  )
}

interface NthKeyProps {
  nth: number
  words: string
  isOff: boolean
  onPress: (by: ReturnType<typeof readInputMethod>) => void
}

function NthKey({ nth, words, isOff, onPress }: NthKeyProps) {
  return (
    <QuietButton
      aria-keyshortcuts={String(nth + 1)}
      disabled={isOff}
      onClick={(event) => onPress(readInputMethod(event))}
      className={thumb}
    >
      <span className="contents max-desk:hidden">
        <KeyCap name={String(nth + 1)} />
      </span>
      {words}
    </QuietButton>
  )
}

/** A list stands on the page, where it is pressed; here only which keys reach it. */
function ListKeys({
  count,
  words,
  onWrite,
}: {
  count: number
  words: string
  onWrite?: () => void
}) {
  const keyCap = useKeyCap()
  const keyName = useKeyName()
  return (
    <span className="inline-flex items-center gap-2 px-2 text-ink-2 max-desk:flex max-desk:h-15 max-desk:px-0">
      {count > 0 && (
        <span className="inline-flex items-center gap-1.5">
          <KeyCap name="1" />
          {count > 1 && (
            <>
              to <KeyCap name={String(Math.min(count, 9))} />
            </>
          )}
          <span className="max-wide:hidden max-desk:inline">{words}</span>
        </span>
      )}
      {onWrite && (
        <QuietButton aria-keyshortcuts={keyName('write')} onClick={onWrite}>
          <KeyCap name={keyCap('write')} />
          Write your own
        </QuietButton>
      )}
    </span>
  )
}
