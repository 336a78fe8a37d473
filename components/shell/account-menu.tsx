'use client'

import { lazy, Suspense, useEffect, useState } from 'react'
import { Icon } from '@/components/ui/icon'
import { LazyMenuButton } from '@/components/ui/lazy-menu-button'
import type { UnsavedCounts } from '@/lib/client/sign-out'
import { deleteTabStorage, setTextOwner } from '@/lib/client/unfinished-text'
import { watchSignedInUser } from '@/lib/client/watch-signed-in-user'
import { formatInitials } from './format-initials'

const loadMenuItems = () => import('./account-menu-items')
const LazyAccountMenuItems = lazy(async () => ({
  default: (await loadMenuItems()).AccountMenuItems,
}))
const loadSignOut = () => import('@/lib/client/sign-out')
const loadSignOutWarning = () => import('./sign-out-warning')
const LazySignOutWarning = lazy(async () => ({
  default: (await loadSignOutWarning()).SignOutWarning,
}))

const loadStoredUserData = () => import('@/lib/client/stored-user-data')

/** Loads the menu, and the code that counts and shows unsaved work before sign-out. */
const loadAccountMenu = () =>
  Promise.all([loadMenuItems(), loadSignOut(), loadSignOutWarning(), loadStoredUserData()])

const buttonClasses =
  'grid size-7 place-items-center rounded-full border border-line font-ui text-micro/none font-strong tracking-[0.02em] text-ink-2 hover:bg-wash focus-visible:rounded-full data-popup-open:bg-wash'

/** The account menu: the user, the theme and sign-out. */
export function AccountMenu({
  userId,
  name,
  email,
  isInstanceAdmin = false,
}: {
  userId: string
  name: string
  email: string
  /** Whether to link to the accounts of this server. */
  isInstanceAdmin?: boolean
}) {
  const [hasFailed, setFailed] = useState(false)
  const [unsaved, setUnsaved] = useState<UnsavedCounts | null>(null)
  // After a sign-in by a provider. Not in an effect, because pages read their texts while they render.
  useState(() => setTextOwner(userId))
  const initials = formatInitials(name)
  const label = `${initials}, account of ${name}`

  // Each tab has its own unsaved work, and the tab that signs out can't access that of other tabs.
  useEffect(() => watchSignedInUser((user) => user === null && deleteTabStorage()), [])

  async function requestSignOut() {
    setFailed(false)
    try {
      await loadAccountMenu()
      const { countUnsavedWork, isAllWorkSaved } = await loadSignOut()
      // Without storage there is nothing to count.
      const counts = await countUnsavedWork().catch(() => null)
      if (counts !== null && !isAllWorkSaved(counts)) return setUnsaved(counts)
    } catch {
      return setFailed(true)
    }
    await finishSignOut()
  }

  async function finishSignOut() {
    try {
      const { signOut } = await loadSignOut()
      await signOut()
    } catch {
      setUnsaved(null)
      setFailed(true)
    }
  }

  return (
    <>
      <p role="status" className="empty:absolute">
        {hasFailed && (
          <span className="flex items-center gap-1.5 text-negative">
            <Icon name="warn" className="size-4" />
            You may still be signed in. Check your connection and sign out again.
          </span>
        )}
        {unsaved && (
          <Suspense>
            <LazySignOutWarning
              unsaved={unsaved}
              onStay={() => setUnsaved(null)}
              onSignOut={() => void finishSignOut()}
            />
          </Suspense>
        )}
      </p>
      <LazyMenuButton
        label={label}
        trigger={initials}
        className={buttonClasses}
        load={loadAccountMenu}
      >
        {(opening) => (
          <LazyAccountMenuItems
            label={label}
            initials={initials}
            name={name}
            email={email}
            isInstanceAdmin={isInstanceAdmin}
            opening={opening}
            className={buttonClasses}
            onSignOut={() => void requestSignOut()}
          />
        )}
      </LazyMenuButton>
    </>
  )
}
