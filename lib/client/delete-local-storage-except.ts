import { tryStorage } from './try-storage'

/**
 * Deletes what users other than `exceptUserId` left in `localStorage`. With null it deletes every item of
 * Stepmark, also those that belong to no user.
 */
export function deleteLocalStorageExcept(exceptUserId: string | null): void {
  tryStorage(() => {
    for (const key of Object.keys(localStorage)) {
      if (!/^stepmark[.:]/.test(key)) continue
      const owner = findOwner(key)
      if (exceptUserId === null || (owner !== null && owner !== exceptUserId))
        localStorage.removeItem(key)
    }
  })
}

/** Null where the item belongs to no user. */
function findOwner(key: string): string | null {
  const [, kind, ...parts] = key.split(':')
  return kind === 'guideline' ? (parts.at(-1) ?? null) : null
}
