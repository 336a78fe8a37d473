import { KeyLabel } from '@/components/ui/key-label'
import { Link } from '@/components/ui/link'
import { preventFocusChange } from './input-method'

export interface ShortcutListItem {
  action: string
  /** The label on the key: `⏎`. */
  keyLabel: string
  label: string
  run: () => void
}

/** The list of shortcuts above the footer bar. Each line is also a button. */
export function ShortcutList({
  keys,
  hasChoices = true,
  hasOwnKeys = false,
}: {
  keys: readonly ShortcutListItem[]
  /** Whether digits choose from lists. */
  hasChoices?: boolean
  /** Whether the page has keys that Label does not have. They can't be changed. */
  hasOwnKeys?: boolean
}) {
  return (
    <section
      aria-label="Keyboard shortcuts"
      onMouseDown={preventFocusChange}
      className="sticky bottom-foot z-30 border-t border-rule bg-wash px-4 py-3 max-desk:hidden"
    >
      <div className="grid auto-cols-[minmax(0,24rem)] grid-flow-col grid-rows-7 gap-x-8 max-wide:grid-flow-row max-wide:grid-cols-2 max-wide:grid-rows-none">
        {keys.map(({ action, keyLabel, label, run }) => (
          <button
            key={action}
            type="button"
            onClick={run}
            className="grid grid-cols-[40px_1fr] items-baseline rounded-control px-2 py-0.5 text-left text-ink-2 hover:bg-paper hover:text-ink"
          >
            <span>
              <KeyLabel name={keyLabel} />
            </span>
            {label}
          </button>
        ))}
      </div>
      <p className="px-2 pt-2 text-caption text-ink-3">
        {hasChoices && 'Digits 1–9 choose from a list. '}
        Press <kbd>Esc</kbd> to close a form and keep its text.{' '}
        <ChangeShortcutsLink hasOwnKeys={hasOwnKeys} />
      </p>
    </section>
  )
}

/** The link to the page of the labelling keys, which pages with their own keys also use. */
export function ChangeShortcutsLink({ hasOwnKeys = false }: { hasOwnKeys?: boolean }) {
  return (
    <>
      {hasOwnKeys && 'You can change only the keys that the labelling screen uses too. '}
      <Link href="/account/keys">Change shortcuts</Link>
    </>
  )
}
