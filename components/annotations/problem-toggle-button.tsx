import { Icon } from '@/components/ui/icon'
import { QuietButton } from '@/components/ui/quiet-button'
import { preventFocusChange } from './input-method'

/** Collapses and expands the problem. Only a heading if there is nothing to collapse. */
export function ProblemToggleButton({
  isCollapsible,
  isOpen,
  keyName,
  onToggle,
}: {
  isCollapsible: boolean
  isOpen: boolean
  /** The key for the same action. */
  keyName: string
  onToggle: () => void
}) {
  if (!isCollapsible)
    return <span className="flex h-7 items-center px-2 text-ink-2 max-desk:pl-0">Problem</span>
  return (
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
  )
}
