import { KeyLabel } from '@/components/ui/key-label'
import { QuietButton } from '@/components/ui/quiet-button'
import { formatKey } from '@/lib/auth/keymap'

/** Opens and closes the list of shortcuts. */
export function ShortcutListButton({
  keyName,
  isOpen,
  onToggle,
  className,
}: {
  /** As named by key events. */
  keyName: string
  isOpen: boolean
  onToggle: () => void
  className?: string
}) {
  return (
    <QuietButton
      aria-keyshortcuts={keyName}
      aria-expanded={isOpen}
      onClick={onToggle}
      className={className}
    >
      <KeyLabel name={formatKey(keyName)} />
      <span className="sr-only">Keyboard shortcuts</span>
    </QuietButton>
  )
}
