import { TypesetContent } from '@/components/math/typeset-content'
import { formatQuantity } from '@/lib/platform/format'
import type { TypesetText } from '@/lib/typesetting/typeset'
import type { GuidelineChanges } from './guideline'

type Passage = GuidelineChanges['passages'][number]

/** The changed passages since an earlier version. */
export function GuidelineChangesView({ changes }: { changes: GuidelineChanges }) {
  const { since, isRewritten, passages } = changes
  if (isRewritten)
    return <p className="text-ink-2">Almost everything changed. Read the whole text.</p>
  if (passages.length === 0) return <p className="text-ink-2">No changes since version {since}.</p>
  return (
    <ol className="border-y border-ink">
      {passages.map((passage, index) => (
        <li key={index} className="border-b border-rule py-3 last:border-b-0">
          {passage.heading !== null && passage.heading !== passages[index - 1]?.heading && (
            <p className="pb-2 text-caption text-ink-3">In “{passage.heading}”</p>
          )}
          <ChangedPassage passage={passage} />
        </li>
      ))}
    </ol>
  )
}

/** `2 passages`. */
export function formatChangeCount({ isRewritten, passages }: GuidelineChanges): string {
  if (isRewritten) return 'almost everything'
  return formatQuantity(passages.length, 'passage')
}

function ChangedPassage({ passage: { before, after } }: { passage: Passage }) {
  return (
    <div className="grid grid-cols-1 gap-3">
      {before && (
        <del className="no-underline">
          <PassageVersion sign="−" label={after ? 'Before' : 'Removed'} text={before} isRemoved />
        </del>
      )}
      {after && (
        <ins className="no-underline">
          <PassageVersion sign="+" label={before ? 'After' : 'Added'} text={after} />
        </ins>
      )}
    </div>
  )
}

function PassageVersion({
  sign,
  label,
  text,
  isRemoved = false,
}: {
  sign: string
  label: string
  text: TypesetText
  isRemoved?: boolean
}) {
  return (
    <div className="grid grid-cols-[5.5rem_minmax(0,1fr)] items-baseline max-desk:grid-cols-1">
      <span className={isRemoved ? 'text-ink-3' : 'font-strong'}>
        <span aria-hidden="true" className="inline-block w-4">
          {sign}
        </span>
        {label}
      </span>
      <div
        className={`border-l-2 pl-4 font-read text-excerpt font-text wrap-anywhere ${
          isRemoved ? 'border-dotted border-line text-ink-3' : 'border-ink'
        }`}
      >
        <TypesetContent text={text} />
      </div>
    </div>
  )
}
