import type { ReactNode } from 'react'
import { DetailPart } from '@/components/answers/detail-part'
import { Typeset } from '@/components/math/typeset'
import { nameHidden } from '@/components/review/describe-review'
import { splitHref } from '@/components/review/split'
import { Icon } from '@/components/ui/icon'
import { Link } from '@/components/ui/link'
import { Mark, type MarkShape } from '@/components/ui/mark'
import { formatInstant } from '@/lib/platform/format'
import { AskWords } from './ask-words'
import { describeRated, nameKind, nameStep } from './describe-questions'
import type { Rated, ShownAsk, ShownStep } from './question'

/** The step in light, with its problem, what was asked, and what people rated it. */
export function QuestionDetails({
  slug,
  step,
  children,
}: {
  slug: string
  step: Omit<ShownStep, 'key' | 'excerpt' | 'people'>
  /** What can be done about it. */
  children: ReactNode
}) {
  const { solution, before, text, problem, asks, rated } = step
  return (
    <div className="grid grid-cols-1 gap-4">
      <p className="flex flex-wrap justify-between gap-x-4 text-caption text-ink-3">
        <span>{nameStep(step)}</span>
        <Link href={splitHref(slug, solution, step.step)}>The whole solution</Link>
      </p>
      <DetailPart title="Problem">
        <Typeset text={problem} />
      </DetailPart>
      {before && (
        <DetailPart title="The step before">
          <Typeset text={before} />
        </DetailPart>
      )}
      {text.length > 0 && (
        <div className="border-l-2 border-accent bg-lit py-2 pr-3 pl-4 text-reading">
          <h3 className="sr-only">The step</h3>
          <Typeset text={text} />
        </div>
      )}
      {asks.length > 0 && (
        <div>
          <h3 className="text-caption text-ink-3">Asked</h3>
          <ul className="grid gap-1">
            {asks.map((ask) => (
              <AskItem
                key={[ask.annotation, ask.question, ask.option, ask.kind].join('/')}
                ask={ask}
              />
            ))}
          </ul>
        </div>
      )}
      <RatedList rated={rated} />
      {children}
    </div>
  )
}

function AskItem({ ask: { kind, words, said, person, askedAt, optionText } }: { ask: ShownAsk }) {
  return (
    <li className="grid grid-cols-[1.25rem_minmax(0,1fr)] items-baseline">
      <Icon name={kind === 'flag' ? 'flag' : 'comment'} className="size-3.5 translate-y-0.5" />
      <div>
        <AskWords said={said}>
          {person ?? nameHidden}, {nameKind(kind, words)}, {formatInstant(askedAt)} UTC
        </AskWords>
        {optionText && (
          <div className="border-l-2 border-line pl-3 font-read text-excerpt font-text text-ink-2">
            <span className="sr-only">Of this option: </span>
            <Typeset text={optionText} />
          </div>
        )}
      </div>
    </li>
  )
}

const shapes: Readonly<Record<string, MarkShape>> = { '-1': 'cross', '0': 'dash', '1': 'tick' }
const names: Readonly<Record<string, string>> = {
  '-1': 'negative',
  '0': 'neutral',
  '1': 'positive',
}

function RatedList({ rated }: { rated: Rated }) {
  return (
    <div>
      <h3 className="text-caption text-ink-3">Rated</h3>
      <p>{describeRated(rated)}</p>
      <ul className="flex flex-wrap gap-x-5 text-ink-2">
        {rated.map(({ person, rating }, index) => {
          const shape = shapes[String(rating)]
          return (
            <li key={index} className="flex items-center gap-1.5">
              {shape && <Mark shape={shape} label={names[String(rating)]} className="size-3.5" />}
              {person ?? nameHidden}
              {rating === null && ', not rated'}
            </li>
          )
        })}
      </ul>
    </div>
  )
}
