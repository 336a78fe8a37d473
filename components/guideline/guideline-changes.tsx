import { Typeset } from '@/components/math/typeset'
import { formatNoun } from '@/lib/platform/format'
import type { TypesetText } from '@/lib/problems/typeset'
import type { GuidelineChanges } from './guideline'

type Passage = GuidelineChanges['passages'][number]

/** What is different from an earlier version: in words and signs, in the order of the text. */
export function GuidelineChangesView({ changes }: { changes: GuidelineChanges }) {
  const { since, isRewritten, passages } = changes
  if (isRewritten)
    return <p className="text-ink-2">So much is different that all of it has to be read again.</p>
  if (passages.length === 0)
    return <p className="text-ink-2">Not a word is different from version {since}.</p>
  return (
    <ol className="border-y border-ink">
      {passages.map((passage, index) => (
        <li key={index} className="border-b border-rule py-3 last:border-b-0">
          {passage.under !== null && passage.under !== passages[index - 1]?.under && (
            <p className="pb-2 text-caption text-ink-3">Under “{passage.under}”</p>
          )}
          <ChangedPassage passage={passage} />
        </li>
      ))}
    </ol>
  )
}

/** `2 passages are different.` */
export function countChanges({ isRewritten, passages }: GuidelineChanges): string {
  if (isRewritten) return 'nearly everything'
  return formatNoun(passages.length, 'passage')
}

function ChangedPassage({ passage: { before, now } }: { passage: Passage }) {
  return (
    <div className="grid grid-cols-1 gap-3">
      {before && (
        <del className="no-underline">
          <Side sign="−" word={now ? 'Before' : 'Taken out'} text={before} isGone />
        </del>
      )}
      {now && (
        <ins className="no-underline">
          <Side sign="+" word={before ? 'Now' : 'New'} text={now} />
        </ins>
      )}
    </div>
  )
}

function Side({
  sign,
  word,
  text,
  isGone = false,
}: {
  sign: string
  word: string
  text: TypesetText
  isGone?: boolean
}) {
  return (
    <div className="grid grid-cols-[5.5rem_minmax(0,1fr)] items-baseline max-desk:grid-cols-1">
      <span className={isGone ? 'text-ink-3' : 'font-strong'}>
        <span aria-hidden="true" className="inline-block w-4">
          {sign}
        </span>
        {word}
      </span>
      <div
        className={`border-l-2 pl-4 font-read text-excerpt font-text wrap-anywhere ${
          isGone ? 'border-dotted border-line text-ink-3' : 'border-ink'
        }`}
      >
        <Typeset text={text} />
      </div>
    </div>
  )
}
