import { useContext, type ReactNode } from 'react'
import { joinClasses } from '@/components/ui/join-classes'
import { highlightPaddingClasses, CurrentRowHighlight, currentRowId } from './current-row-highlight'
import { readInputMethod } from './input-method'
import { EditingBlockContext } from './labelling-screen-context'

interface QuestionRowProps {
  /** In the margin: `Progress before step 6`. */
  name: string
  isCurrent: boolean
  /** Disabled until it can be answered. */
  isUpcoming: boolean
  onSelect: (inputMethod: ReturnType<typeof readInputMethod>) => void
  children: ReactNode
}

/** A question about the error. Pressing its name selects it. */
export function ErrorQuestionRow({
  name,
  isCurrent,
  isUpcoming,
  onSelect,
  children,
}: QuestionRowProps) {
  const isBlocked = useContext(EditingBlockContext)
  return (
    <section
      id={isCurrent ? currentRowId : undefined}
      aria-label={name}
      aria-current={isCurrent ? 'step' : undefined}
      className={joinClasses(
        'relative sheet-row py-2.5 max-desk:grid-cols-1 max-desk:gap-y-1',
        highlightPaddingClasses,
      )}
    >
      <CurrentRowHighlight isVisible={isCurrent} />
      <h3 className="relative font-text max-desk:col-span-full">
        <button
          type="button"
          disabled={isUpcoming}
          // Keeps its focus when it becomes current or a block starts.
          aria-disabled={isBlocked || isCurrent || undefined}
          onClick={(event) => isBlocked || isCurrent || onSelect(readInputMethod(event))}
          className={joinClasses(
            // As a block, its first line is aligned with the answers if the name wraps.
            'block rounded-control px-1.5 py-1 text-left max-desk:px-0',
            !isBlocked && !isCurrent && 'not-disabled:hover:bg-wash',
            isCurrent ? 'font-strong text-accent' : 'text-ink-3',
          )}
        >
          {/* The number stays with its word, however wide the name is when it is current. */}
          {name.replace(/ (?=\d+$)/, '\u00A0')}
        </button>
      </h3>
      <div className="relative col-text max-desk:col-start-1">{children}</div>
    </section>
  )
}
