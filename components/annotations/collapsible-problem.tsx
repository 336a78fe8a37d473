import { RawText } from '@/components/math/raw-text'
import { TypesetContent } from '@/components/math/typeset-content'
import { Icon } from '@/components/ui/icon'
import { joinClasses } from '@/components/ui/join-classes'
import { QuietButton } from '@/components/ui/quiet-button'
import type { TypesetText } from '@/lib/typesetting/typeset'
import { preventFocusChange } from './input-method'
import { collapsedTextClasses, useIsCollapsible } from './use-is-collapsible'

/** A problem with a button that collapses it to two lines. Only a heading if there is nothing to collapse. */
export function CollapsibleProblem({
  problem,
  isOpen,
  isRaw,
  keyName,
  onToggle,
  className,
}: {
  problem: { text: TypesetText; source: string }
  isOpen: boolean
  isRaw: boolean
  /** The key for the same action as the button. */
  keyName: string
  onToggle: () => void
  /** Classes of the text. */
  className: string
}) {
  const { ref, isCollapsible } = useIsCollapsible()
  return (
    <>
      {isCollapsible ? (
        <div className="flex h-7 items-center">
          <QuietButton
            aria-expanded={isOpen}
            aria-keyshortcuts={keyName}
            onMouseDown={preventFocusChange}
            onClick={onToggle}
            className="max-desk:pl-0"
          >
            Problem
            <Icon name="chevron" className={isOpen ? 'size-4' : 'size-4 -rotate-90'} />
          </QuietButton>
        </div>
      ) : (
        <span className="flex h-7 items-center px-2 text-ink-2 max-desk:pl-0">Problem</span>
      )}
      <div
        className={joinClasses(
          className,
          isOpen || !isCollapsible
            ? 'desk:max-h-[40dvh] desk:overflow-x-hidden desk:overflow-y-auto'
            : collapsedTextClasses,
        )}
      >
        <div ref={ref}>
          {isRaw ? <RawText source={problem.source} /> : <TypesetContent text={problem.text} />}
        </div>
      </div>
    </>
  )
}
