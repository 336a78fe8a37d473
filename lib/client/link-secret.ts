const storageKey = (kind: LinkKind) => `stepmark:link:${kind}`

export type LinkKind = 'invite' | 'reset'

/**
 * What stands behind the `#` of the link that led here. It goes from the address to this tab's own storage, so that it is in no
 * history, and is there after a reload and after signing in. Null: this page was not opened by a link.
 */
export function takeLinkSecret(kind: LinkKind): string | null {
  const fragment = location.hash.slice(1)
  try {
    if (fragment === '') return sessionStorage.getItem(storageKey(kind))
    sessionStorage.setItem(storageKey(kind), fragment)
    history.replaceState(history.state, '', location.pathname)
    return fragment
  } catch {
    // A browser that keeps nothing: it stays in the address.
    return fragment || null
  }
}

/** It was used. */
export function deleteLinkSecret(kind: LinkKind): void {
  try {
    sessionStorage.removeItem(storageKey(kind))
  } catch {
    // As above.
  }
}
