'use client'

import { useState } from 'react'
import {
  Menu,
  MenuAction,
  MenuRadioGroup,
  MenuLink,
  MenuSeparator,
  MenuText,
} from '@/components/ui/menu'
import type { MenuOpeningMethod } from '@/components/ui/menu-opening-method'
import { setTheme, type Theme } from '@/components/ui/theme'

const themeChoices = [
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
  { value: 'system', label: 'System' },
] as const satisfies readonly { value: Theme; label: string }[]

interface AccountMenuItemsProps {
  label: string
  initials: string
  className: string
  name: string
  email: string
  isInstanceAdmin: boolean
  opening: MenuOpeningMethod
  onSignOut: () => void
}

/** The items of the account menu. */
export function AccountMenuItems(props: AccountMenuItemsProps) {
  const { label, initials, className, name, email, isInstanceAdmin, opening, onSignOut } = props
  const [displayedTheme, setDisplayedTheme] = useState<Theme>(readCurrentTheme)
  return (
    <Menu
      label={label}
      align="end"
      trigger={initials}
      triggerClassName={className}
      initialOpening={opening}
      onOpen={() => setDisplayedTheme(readCurrentTheme())}
    >
      <MenuText>
        <span className="block truncate font-strong text-ink">{name}</span>
        <span className="block truncate text-caption text-ink-3">{email}</span>
      </MenuText>
      <MenuSeparator />
      <MenuRadioGroup
        label="Theme"
        choices={themeChoices}
        value={displayedTheme}
        onChange={(newTheme) => {
          setTheme(newTheme)
          setDisplayedTheme(newTheme)
        }}
      />
      <MenuSeparator />
      <MenuLink href="/">Projects</MenuLink>
      <MenuLink href="/account">Account</MenuLink>
      {isInstanceAdmin && <MenuLink href="/people">All accounts</MenuLink>}
      <MenuLink href="/account/keys">Keyboard shortcuts</MenuLink>
      <MenuLink href="/docs">Documentation</MenuLink>
      <MenuLink href="/api-docs">API</MenuLink>
      <MenuAction onClick={onSignOut}>Sign out</MenuAction>
    </Menu>
  )
}

function readCurrentTheme(): Theme {
  const { classList } = document.documentElement
  if (classList.contains('dark')) return 'dark'
  return classList.contains('light') ? 'light' : 'system'
}
