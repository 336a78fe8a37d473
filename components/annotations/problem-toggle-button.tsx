import { Icon } from '@/components/ui/icon'
import { QuietButton } from '@/components/ui/quiet-button'
import { preventFocusChange } from './input-method'

/** Collapses and expands the problem. */
export function ProblemToggleButton({
  isOpen,
  keyName,
  onToggle,
}: {
  isOpen: boolean
  /** The key for the same action. */
  keyName: string
  onToggle: () => void
}) {
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
