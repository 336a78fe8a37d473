import { Typeset } from '@/components/math/typeset'
import { nameRating, ratingLooks } from '@/components/annotations/ratings'
import { classes } from '@/components/ui/classes'
import { Icon } from '@/components/ui/icon'
import { Mark } from '@/components/ui/mark'
import { formatActiveTime } from '@/lib/client/time-work'
import { nameOption } from '@/lib/annotations/work-words'
import type { Said } from './review'

const noteNames = { flag: 'unsure', comment: 'comment', bad_split: 'bad split' } as const
const progressWords = {
  none: 'no progress',
  some: 'some progress',
  most: 'most of the way',
} as const

/** What one annotation says of one step. */
export function SaidCell({
  step,
  name,
  said,
  place,
}: {
  step: number
  /** Whose it is, spoken. */
  name: string
  said: Said
  place: 0 | 1
}) {
  const rating = said.ratings[step] ?? null
  const time = said.stepTimesMs[step] ?? 0
  const notes = said.notes.filter((note) => note.step === step && note.option === 0)
  const isFlagged = said.flagged[step] === true && !notes.some(({ kind }) => kind === 'flag')
  return (
    <div
      className={classes(
        'relative isolate min-w-0 pl-3 text-ink-3 max-desk:pt-1 max-desk:pl-0',
        place === 0 ? 'col-first' : 'col-second',
      )}
    >
      <p className="flex items-baseline gap-2">
        <span className="sr-only">
          {name}: {nameRating(rating)}
        </span>
        {rating === null ? (
          <span aria-hidden="true" className="text-caption">
            unrated
          </span>
        ) : (
          <>
            <Mark shape={ratingLooks[rating].shape} bold className="size-4.5 self-center" />
            {time > 0 && formatActiveTime(time)}
          </>
        )}
        {isFlagged && <Flag />}
      </p>
      {notes.map(({ kind, text }) => (
        <div key={kind} className={words}>
          {kind === 'flag' ? (
            <Flag />
          ) : (
            kind === 'bad_split' && <SmallWords words={noteNames[kind]} />
          )}
          <Typeset text={text} />
        </div>
      ))}
      {step === said.error && <ErrorSaid said={said} step={step} />}
    </div>
  )
}

const words =
  'pt-1 pr-2 font-read text-excerpt/5 font-text text-pretty wrap-anywhere text-ink-2 italic max-desk:pr-3'

function Flag() {
  return (
    <span className="mr-1.5 inline-flex items-center gap-1 font-ui text-caption text-ink-3 not-italic">
      <Icon name="flag" className="size-3.5" />
      {noteNames.flag}
    </span>
  )
}

function SmallWords({ words: said }: { words: string }) {
  return <span className="mr-1.5 font-ui text-caption text-ink-3 not-italic">{said}</span>
}

/** At the first error: what the mistake is, how far it had come, which kind, and how the alternatives were rated. */
function ErrorSaid({ said, step }: { said: Said; step: number }) {
  const { explanation, progress, tags, options } = said
  const small = [...(progress ? [progressWords[progress]] : []), ...tags].join(', ')
  const rated = options.filter((option) => option.step === step && option.rating !== null)
  return (
    <>
      {explanation && (
        <div className={words}>
          <Typeset text={explanation.text} />
        </div>
      )}
      {small !== '' && <p className="pt-1 text-caption">{small}</p>}
      {rated.length > 0 && (
        <p className="flex flex-wrap gap-x-3 pt-1 text-caption">
          {rated.map(({ option, rating }) => (
            <span key={option} className="inline-flex items-center gap-1">
              {nameOption(step, option - 1)}
              <Mark
                shape={ratingLooks[rating!].shape}
                label={ratingLooks[rating!].word}
                className="size-3.5"
              />
            </span>
          ))}
        </p>
      )}
    </>
  )
}
