import { classes } from '@/components/ui/classes'
import { Icon, type IconName } from '@/components/ui/icon'
import { KeyCap } from '@/components/ui/key-cap'
import { Mark } from '@/components/ui/mark'
import type { AnnotationNote, NoteKind } from '@/lib/annotations/content'
import { useKeyCap } from './label-screen-context'

const noteStyles = {
  flag: { name: 'Flagged as unsure', icon: 'flag' },
  comment: { name: 'Comment', icon: 'comment' },
  bad_split: { name: 'Bad split', icon: 'split' },
} as const satisfies Record<NoteKind, { name: string; icon: IconName }>

interface MarginNotesProps {
  notes: readonly AnnotationNote[]
  isFirstError: boolean
  /** The next undo removes the first error. */
  isUndoNext?: boolean
  /** One line per note, because a next row has notes too. */
  isFolded: boolean
}

/** The notes of a step, in the right margin or, on narrow screens, below the step. */
export function MarginNotes(props: MarginNotesProps) {
  const { notes, isFirstError, isUndoNext = false, isFolded } = props
  if (notes.length === 0 && !isFirstError) return null
  return (
    <aside
      className={classes(
        'relative col-start-5 min-w-0 overflow-visible text-caption text-ink-3 max-wide:col-start-3 max-wide:h-auto max-desk:col-start-2',
        isFolded ? 'h-auto' : 'h-0',
      )}
    >
      <div className="grid gap-1 max-wide:pt-0.5">
        {isFirstError && <FirstError isUndoNext={isUndoNext} />}
        {notes.map(({ kind, text }) => {
          const { name, icon } = noteStyles[kind]
          return (
            <div
              key={kind}
              className={classes(
                'max-wide:flex max-wide:flex-wrap max-wide:gap-x-2',
                isFolded && 'flex gap-x-2',
              )}
            >
              <p className="flex flex-none items-center gap-1.5">
                <Icon name={icon} className="size-3.5" />
                {name}
              </p>
              {text !== '' && (
                <p
                  className={classes(
                    'font-read text-excerpt text-ink-2 italic',
                    isFolded || notes.length > 1 ? 'line-clamp-1' : 'line-clamp-4',
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
      </div>
    </aside>
  )
}

function FirstError({ isUndoNext }: { isUndoNext: boolean }) {
  const keyCap = useKeyCap()
  return (
    <p className="flex items-center gap-1.5">
      <Mark shape="cross" className="size-4" />
      <span>First error.</span>
      {isUndoNext && (
        <span className="inline-flex items-center gap-1 max-desk:hidden">
          <KeyCap name={keyCap('undo')} /> to undo
        </span>
      )}
    </p>
  )
}
