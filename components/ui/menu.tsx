'use client'

import { Menu as Base } from '@base-ui/react/menu'
import { useRef, type ReactNode } from 'react'
import { Icon } from './icon'
import { joinClasses } from './join-classes'
import { KeyLabel } from './key-label'
import { Link } from './link'
import { type MenuOpeningMethod, readMenuOpeningMethod } from './menu-opening-method'

const itemClasses =
  'flex min-h-8 w-full cursor-pointer items-center gap-2 px-3 py-1 text-left text-ink no-underline outline-none select-none hover:text-ink data-highlighted:bg-wash'

/**
 * A button that opens a menu of actions and links. Arrow keys, typing a name and Escape work as usual. A menu opened by
 * pointer does not leave the focus on its button, so that Enter stays a shortcut of the page.
 */
export function Menu({
  label,
  trigger,
  triggerClassName,
  align = 'start',
  initialOpening,
  onOpen,
  onClose,
  children,
}: {
  /** Accessible name of a button without text. */
  label?: string
  trigger: ReactNode
  triggerClassName?: string
  /** The edge of the button that the menu is aligned with. */
  align?: 'start' | 'end'
  /** Initially open, because it replaces a button that was pressed (`LazyMenuButton`). */
  initialOpening?: MenuOpeningMethod
  onOpen?: () => void
  onClose?: () => void
  children: ReactNode
}) {
  const opening = useRef(initialOpening)
  const triggerRef = useRef<HTMLButtonElement>(null)
  function handleOpenChange(isOpen: boolean, { event }: Base.Root.ChangeEventDetails) {
    if (!isOpen) {
      // The button can still have the focus if the menu closes as soon as it opens.
      if (opening.current !== 'key') triggerRef.current?.blur()
      return onClose?.()
    }
    opening.current = readMenuOpeningMethod(event)
    onOpen?.()
  }
  return (
    <Base.Root
      modal={false}
      defaultOpen={initialOpening !== undefined}
      onOpenChange={handleOpenChange}
    >
      <Base.Trigger ref={triggerRef} aria-label={label} className={triggerClassName}>
        {trigger}
      </Base.Trigger>
      <Base.Portal>
        <Base.Positioner sideOffset={6} align={align} className="z-40 outline-none">
          <Base.Popup
            finalFocus={() => opening.current === 'key'}
            className="max-h-[min(28rem,var(--available-height))] max-w-72 min-w-48 overflow-y-auto rounded-control border border-line bg-surface py-1 outline-none max-desk:max-h-(--available-height)"
          >
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}

export function MenuAction({
  onClick,
  keyName,
  className,
  children,
}: {
  onClick: () => void
  /** The page's shortcut for the same action. */
  keyName?: string
  className?: string
  children: ReactNode
}) {
  return (
    <Base.Item
      onClick={onClick}
      aria-keyshortcuts={keyName}
      className={joinClasses(itemClasses, className)}
    >
      {children}
      {keyName && (
        <span className="ml-auto pl-4 max-desk:hidden">
          <KeyLabel name={keyName} />
        </span>
      )}
    </Base.Item>
  )
}

export function MenuLink({
  href,
  current = false,
  isPhoneOnly = false,
  children,
}: {
  href: string
  current?: boolean
  /** On wide screens it is in the header. */
  isPhoneOnly?: boolean
  children: ReactNode
}) {
  return (
    <Base.Item
      render={<Link href={href} aria-current={current ? 'page' : undefined} />}
      className={joinClasses(itemClasses, current && 'font-strong', isPhoneOnly && 'desk:hidden')}
    >
      {children}
    </Base.Item>
  )
}

export function MenuRadioGroup<T extends string>({
  label,
  choices,
  value,
  onChange,
}: {
  label: string
  choices: readonly { value: T; label: string }[]
  value: T
  onChange: (value: T) => void
}) {
  return (
    <Base.RadioGroup
      value={value}
      onValueChange={(newValue: T) => onChange(newValue)}
      aria-label={label}
    >
      {choices.map((choice) => (
        <Base.RadioItem key={choice.value} value={choice.value} className={itemClasses}>
          <span className="w-4">
            <Base.RadioItemIndicator>
              <Icon name="tick" className="size-4 text-accent" />
            </Base.RadioItemIndicator>
          </span>
          {choice.label}
        </Base.RadioItem>
      ))}
    </Base.RadioGroup>
  )
}

/** One of several options that can be combined. The menu stays open. */
export function MenuCheckbox({
  isChecked,
  onChange,
  children,
}: {
  isChecked: boolean
  onChange: (isChecked: boolean) => void
  children: ReactNode
}) {
  return (
    <Base.CheckboxItem
      checked={isChecked}
      onCheckedChange={(checked) => onChange(checked)}
      closeOnClick={false}
      className={itemClasses}
    >
      <span className="w-4 flex-none">
        <Base.CheckboxItemIndicator>
          <Icon name="tick" className="size-4 text-accent" />
        </Base.CheckboxItemIndicator>
      </span>
      {children}
    </Base.CheckboxItem>
  )
}

/** Text in a menu that is not an action. */
export function MenuText({ children }: { children: ReactNode }) {
  return <div className="px-3 py-1">{children}</div>
}

export function MenuSeparator({ isPhoneOnly = false }: { isPhoneOnly?: boolean }) {
  return (
    <Base.Separator className={joinClasses('my-1 h-px bg-rule', isPhoneOnly && 'desk:hidden')} />
  )
}
