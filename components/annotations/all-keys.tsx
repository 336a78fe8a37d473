import { KeyCap } from '@/components/ui/key-cap'
import { Link } from '@/components/ui/link'
import { QuietButton } from '@/components/ui/quiet-button'
import { printKey } from '@/lib/auth/keys'
import { keepFocus } from './input-method'

export interface NamedKey {
  act: string
  /** As it is printed: `⏎`. */
  cap: string
  words: string
  run: () => void
}

/** Opens and closes that list. */
export function AllKeysButton({
  name,
  isOpen,
  onToggle,
  className,
}: {
  /** Which key does it, as a key event names it. */
  name: string
  isOpen: boolean
  onToggle: () => void
  className?: string
}) {
  return (
    <QuietButton
      aria-keyshortcuts={name}
      aria-expanded={isOpen}
      onClick={onToggle}
      className={className}
    >
      <KeyCap name={printKey(name)} />
      <span className="sr-only">All keys</span>
    </QuietButton>
  )
}

/** Every key and what it does, over the foot bar; each line is a button too, and the page behind stays usable. */
export function AllKeys({
  keys,
  hasChoices = true,
}: {
  keys: readonly NamedKey[]
  /** Something is chosen from lists there. */
  hasChoices?: boolean
}) {
  return (
    <section
      aria-label="All keys"
      onMouseDown={keepFocus}
      className="sticky bottom-foot z-30 border-t border-rule bg-wash px-4 py-3 max-desk:hidden"
    >
      <div className="grid auto-cols-[minmax(0,24rem)] grid-flow-col grid-rows-7 gap-x-8 max-wide:grid-flow-row max-wide:grid-cols-2 max-wide:grid-rows-none">
        {keys.map(({ act, cap, words, run }) => (
          <button
            key={act}
            type="button"
            onClick={run}
            className="grid grid-cols-[40px_1fr] items-baseline rounded-control px-2 py-0.5 text-left text-ink-2 hover:bg-paper hover:text-ink"
          >
            <span>
              <KeyCap name={cap} />
            </span>
            {words}
          </button>
        ))}
      </div>
      <p className="px-2 pt-2 text-caption text-ink-3">
        {hasChoices && 'In a list the digits 1 to 9 choose the nth thing. '}
        <kbd>Esc</kbd> leaves a text or a question.{' '}
        <Link href="/account/keys">Put keys elsewhere</Link>
      </p>
    </section>
  )
}
