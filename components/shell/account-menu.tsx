'use client'

import { useState } from 'react'
import { Menu, MenuAct, MenuChoice, MenuLink, MenuRule, MenuWords } from '@/components/ui/menu'
import { Icon } from '@/components/ui/icon'
import { setTheme, type Theme } from '@/components/ui/theme'
import { countUnsaved, signOut, type Unsaved } from '@/lib/client/session'
import { SignOutStrip } from './sign-out-strip'
import { writeInitials } from './write-initials'

const themeChoices = [
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
  { value: 'system', label: 'As this device' },
] as const satisfies readonly { value: Theme; label: string }[]

/** Who is signed in, how the pages look, and the way out. */
export function AccountMenu({ name, email }: { name: string; email: string }) {
  const [theme, setShownTheme] = useState<Theme>('system')
  const [hasFailed, setFailed] = useState(false)
  const [unsaved, setUnsaved] = useState<Unsaved | null>(null)
  const initials = writeInitials(name)

  async function askToLeave() {
    setFailed(false)
    try {
      const found = await countUnsaved()
      if (found.works + found.finishes > 0) return setUnsaved(found)
    } catch {
      // Nothing can be counted where nothing is kept.
    }
    await leave()
  }

  async function leave() {
    try {
      await signOut()
    } catch {
      setUnsaved(null)
      setFailed(true)
    }
  }

  return (
    <>
      <p role="status">
        {hasFailed && (
          <span className="flex items-center gap-1.5 text-negative">
            <Icon name="warn" className="size-4" />
            Still signed in: the server cannot be reached.
          </span>
        )}
        {unsaved && (
          <SignOutStrip
            unsaved={unsaved}
            onStay={() => setUnsaved(null)}
            onSignOut={() => void leave()}
          />
        )}
      </p>
      <Menu
        label={`${initials}, account of ${name}`}
        align="end"
        trigger={initials}
        triggerClassName="grid size-7 place-items-center rounded-full border border-line font-ui text-micro/none font-strong tracking-[0.02em] text-ink-2 hover:bg-wash focus-visible:rounded-full data-popup-open:bg-wash"
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
        <MenuLink href="/account/keys">Keys</MenuLink>
        <MenuAct onClick={() => void askToLeave()}>Sign out</MenuAct>
      </Menu>
    </>
  )
}

function readShownTheme(): Theme {
  const { classList } = document.documentElement
  if (classList.contains('dark')) return 'dark'
  return classList.contains('light') ? 'light' : 'system'
}
