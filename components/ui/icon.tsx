import { joinClasses } from './join-classes'

const paths = {
  chevron: 'M4.5 6.25L8 9.75l3.5-3.5',
  close: 'M4 4l8 8M12 4l-8 8',
  comment: 'M2.5 3h11v8h-6l-3 2.5V11h-2z',
  flag: 'M4 14V2.5M4 3h8.5l-2 2.75 2 2.75H4',
  onDevice: 'M8 2.5v7M5 6.75l3 3 3-3M2.5 10v3.5h11V10',
  lock: 'M3.5 7.5h9v6h-9zM5.5 7.5V5a2.5 2.5 0 015 0v2.5',
  more: 'M3.5 8h.01M8 8h.01M12.5 8h.01',
  offline:
    'M2.5 6.5a8 8 0 013-1.8M13.5 6.5a8 8 0 00-4-2.1M5 9.2a4.4 4.4 0 012.2-1.1M11 9.2l-.6-.5M8 12.4h.01M2.5 2.5l11 11',
  saved: 'M2.5 8a5.5 5.5 0 1011 0 5.5 5.5 0 10-11 0M5.5 8.25l1.75 1.75 3.25-3.75',
  search: 'M2.75 7a4.25 4.25 0 108.5 0 4.25 4.25 0 10-8.5 0M10.25 10.25l3.25 3.25',
  split: 'M2.5 4h11M2.5 12h11M2.5 8h2M7 8h2M11.5 8h2',
  tick: 'M3 8.5l3.25 3.5L13 4.5',
  undo: 'M6 3L3 6l3 3M3 6h6.5a3.5 3.5 0 010 7H6',
  up: 'M8 13V3M4 7l4-4 4 4',
  warn: 'M8 2.5l6 11H2zM8 6.5v3.25M8 11.75h.01',
} as const

export type IconName = keyof typeof paths

/** A 16 px icon. Hidden from screen readers, because it is always next to text or on a named button. */
export function Icon({ name, className }: { name: IconName; className?: string }) {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      strokeWidth={name === 'more' ? 2.5 : 1.5}
      strokeLinecap="round"
      strokeLinejoin="round"
      className={joinClasses('flex-none', className ?? 'size-4')}
    >
      <path d={paths[name]} />
    </svg>
  )
}
