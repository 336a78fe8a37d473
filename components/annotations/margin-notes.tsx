import { Icon, type IconName } from '@/components/ui/icon'
import { joinClasses } from '@/components/ui/join-classes'
import { KeyLabel } from '@/components/ui/key-label'
import { RatingIcon } from '@/components/ui/rating-icon'
import type { NoteKind } from '@/lib/annotations/content'
import { useKeyLabeller } from './labelling-screen-context'
import { noteFormSpecs } from './note-forms'
import type { MarginNote } from './use-note-form'

const noteStyles = {
  flag: { name: 'Flagged as unsure', icon: 'flag' },
  comment: { name: 'Comment', icon: 'comment' },
  bad_split: { name: 'Bad split', icon: 'split' },
} as const satisfies Record<NoteKind, { name: string; icon: IconName }>

/** More would be higher than a row and the next two. */
const maxUnfoldedNotes = 2

interface MarginNotesProps {
  notes: readonly MarginNote[]
  isFirstError: boolean
  /** The next undo removes the first error. */
  isUndoNext?: boolean
  /** Takes up height and shortens the texts, because the next rows have notes too. */
  isFolded: boolean
  /** Below the step instead of in the margin, because the notes of the rows above reach down to it. */
  isBelowStep?: boolean
}

/** The notes of a step, in the right margin or, on narrow screens, below the step. */
export function MarginNotes(props: MarginNotesProps) {
  const { notes, isFirstError, isUndoNext = false, isBelowStep = false } = props
  const isFolded = props.isFolded || notes.length > maxUnfoldedNotes
  if (notes.length === 0 && !isFirstError) return null
  return (
    <aside
      className={joinClasses(
        'relative min-w-0 overflow-visible text-caption text-ink-3 max-wide:col-start-3 max-wide:h-auto max-desk:col-start-2',
        isBelowStep ? 'col-start-3' : 'col-start-5',
        isFolded || isBelowStep ? 'h-auto' : 'h-0',
      )}
    >
      <div className="grid gap-1 max-wide:pt-0.5">
        {notes.map(({ kind, text, isUnadded = false }) => {
          const { name, icon } = noteStyles[kind]
          return (
            <div
              key={`${kind}/${isUnadded}`}
              className={joinClasses(
                'max-wide:flex max-wide:flex-wrap max-wide:gap-x-2',
                isFolded && 'flex items-start gap-x-2',
              )}
            >
              <p
                className={joinClasses(
                  'flex flex-none items-center gap-1.5',
                  // As high as a line of the text next to it.
                  isFolded && 'h-6',
                )}
              >
                <Icon name={icon} className="size-3.5" />
                {isUnadded ? noteFormSpecs[kind].name : name}
                {isUnadded && <span className="font-strong text-ink">Not added</span>}
              </p>
              {text !== '' && (
                <p
                  className={joinClasses(
                    'font-read text-excerpt text-ink-2 italic',
                    isFolded || notes.length > 1 ? 'line-clamp-2' : 'line-clamp-4',
                    'max-wide:line-clamp-none',
                  )}
                  title={text}
                >
                  {text}
                </p>
              )}
            </div>
          )
        })}
        {/* Below the notes, which must not move when the error is marked. */}
        {isFirstError && <FirstErrorNote isUndoNext={isUndoNext} />}
      </div>
    </aside>
  )
}

function FirstErrorNote({ isUndoNext }: { isUndoNext: boolean }) {
  const keyCap = useKeyLabeller()
  return (
    <p className="flex items-center gap-1.5">
      <RatingIcon shape="cross" className="size-4" />
      <span>First error.</span>
      {isUndoNext && (
        <span className="inline-flex items-center gap-1 max-desk:hidden">
          <KeyLabel name={keyCap('undo')} /> to undo
        </span>
      )}
    </p>
  )
}
