import { joinClasses } from './join-classes'

/** The shortcut shown on a control. Hidden from screen readers, which read `aria-keyshortcuts`. */
export function KeyLabel({ name, className }: { name: string; className?: string }) {
  return (
    <kbd
      aria-hidden="true"
      className={joinClasses(
        'inline-flex h-4.5 min-w-4.5 items-center justify-center rounded-key border px-1',
        'font-medium font-ui text-micro/none',
        className ?? 'border-line bg-surface text-ink-2',
      )}
    >
      {name}
    </kbd>
  )
}
