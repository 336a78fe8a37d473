'use client'

import { Popover } from '@base-ui/react/popover'
import type { ReactNode } from 'react'
import { Icon } from './icon'
import { joinClasses } from './join-classes'
import { Link } from './link'
import { Menu } from './menu'

interface ChipProps {
  /** `Annotators` */
  label: string
  /** The current value: `all`, `Mei Lin`. */
  value: string
  /** The page without this filter; null if nothing is filtered. */
  clearHref: string | null
  children: ReactNode
}

const triggerClasses =
  'inline-flex min-w-0 items-center gap-1 rounded-full py-1 pl-3 outline-offset-0 hover:text-accent data-popup-open:text-accent'

/** A row of filter chips that wraps, with a count at its end. */
export function FilterChips({
  label,
  count,
  children,
}: {
  /** Accessible name of the group. */
  label: string
  /** `412 solutions · 236 problems` */
  count?: ReactNode
  children: ReactNode
}) {
  return (
    <div role="group" aria-label={label} className="flex flex-wrap items-center gap-2 pb-4">
      {children}
      {count && <span className="pl-1 text-caption text-ink-3">{count}</span>}
    </div>
  )
}

/** A filter that opens a menu of choices. `children`: `MenuLink` or `MenuCheckbox` items. */
export function FilterChip({
  onOpen,
  onClose,
  children,
  ...chipProps
}: ChipProps & { onOpen?: () => void; onClose?: () => void }) {
  return (
    <Chip {...chipProps}>
      <Menu
        trigger={<TriggerText {...chipProps} />}
        triggerClassName={joinClasses(
          triggerClasses,
          chipProps.clearHref === null ? 'pr-2' : 'pr-1',
        )}
        onOpen={onOpen}
        onClose={onClose}
      >
        {children}
      </Menu>
    </Chip>
  )
}

/** A filter that opens a form, such as a range of dates. */
export function FilterFormChip({
  isOpen,
  onOpenChange,
  children,
  ...chipProps
}: ChipProps & { isOpen: boolean; onOpenChange: (isOpen: boolean) => void }) {
  return (
    <Chip {...chipProps}>
      <Popover.Root open={isOpen} onOpenChange={onOpenChange}>
        <Popover.Trigger
          className={joinClasses(triggerClasses, chipProps.clearHref === null ? 'pr-2' : 'pr-1')}
        >
          <TriggerText {...chipProps} />
        </Popover.Trigger>
        <Popover.Portal>
          <Popover.Positioner sideOffset={6} align="start" className="z-40 outline-none">
            <Popover.Popup
              aria-label={chipProps.label}
              className="max-h-(--available-height) max-w-[calc(100vw-2rem)] overflow-y-auto rounded-control border border-line bg-surface outline-none"
            >
              {children}
            </Popover.Popup>
          </Popover.Positioner>
        </Popover.Portal>
      </Popover.Root>
    </Chip>
  )
}

function Chip({ label, clearHref, children }: Omit<ChipProps, 'value'>) {
  const isSet = clearHref !== null
  return (
    <span
      className={joinClasses(
        'inline-flex max-w-full min-w-0 items-center rounded-full border',
        isSet ? 'border-ink bg-surface' : 'border-line',
      )}
    >
      {children}
      {isSet && (
        <Link
          href={clearHref}
          aria-label={`Clear ${label}`}
          className="mr-1 grid size-6 flex-none place-items-center rounded-full text-ink-3 no-underline hover:bg-wash hover:text-ink"
        >
          <Icon name="close" className="size-3.5" />
        </Link>
      )}
    </span>
  )
}

function TriggerText({ label, value }: Pick<ChipProps, 'label' | 'value'>) {
  return (
    <>
      <span className="min-w-0 truncate">
        <span className="text-ink-2">{label}:</span> <span className="font-label">{value}</span>
      </span>
      <Icon name="chevron" className="size-3.5 text-ink-3" />
    </>
  )
}
