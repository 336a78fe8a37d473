'use client'

import { useState } from 'react'
import { Menu, MenuAct, MenuChoice, MenuLink, MenuRule, MenuWords } from '@/components/ui/menu'
import { setTheme, type Theme } from '@/components/ui/theme'

const themeChoices = [
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
  { value: 'system', label: 'As this device' },
] as const satisfies readonly { value: Theme; label: string }[]

interface AccountListProps {
  label: string
  initials: string
  className: string
  name: string
  email: string
  isInstanceAdmin: boolean
  onSignOut: () => void
}

/** The account's menu, open. */
export function AccountList(props: AccountListProps) {
  const { label, initials, className, name, email, isInstanceAdmin, onSignOut } = props
  const [theme, setShownTheme] = useState<Theme>(readShownTheme)
  return (
    <Menu
      label={label}
      align="end"
      trigger={initials}
      triggerClassName={className}
      isOpenAtFirst
      onOpen={() => setShownTheme(readShownTheme())}
    >
      <MenuWords>
        <span className="block truncate font-strong text-ink">{name}</span>
        <span className="block truncate text-caption text-ink-3">{email}</span>
      </MenuWords>
      <MenuRule />
      <MenuChoice
        label="Light or dark"
        choices={themeChoices}
        value={theme}
        onChange={(chosen) => {
          setTheme(chosen)
          setShownTheme(chosen)
        }}
      />
      <MenuRule />
      <MenuLink href="/">Projects</MenuLink>
      <MenuLink href="/account">Account</MenuLink>
      {isInstanceAdmin && <MenuLink href="/people">Everybody here</MenuLink>}
      <MenuLink href="/account/keys">Keys</MenuLink>
      <MenuLink href="/api-docs">API</MenuLink>
      <MenuAct onClick={onSignOut}>Sign out</MenuAct>
    </Menu>
  )
}

function readShownTheme(): Theme {
  const { classList } = document.documentElement
  if (classList.contains('dark')) return 'dark'
  return classList.contains('light') ? 'light' : 'system'
}
