const storageKey = (kind: LinkKind) => `stepmark:link:${kind}`

export type LinkKind = 'invite' | 'reset'

/**
 * Moves the secret after `#` from the address to this tab's storage, so that it is not in the history but survives a
 * reload and a sign-in. Null if the page was not opened by a link.
 */
export function takeLinkSecret(kind: LinkKind): string | null {
  const fragment = location.hash.slice(1)
  try {
    if (fragment === '') return sessionStorage.getItem(storageKey(kind))
    sessionStorage.setItem(storageKey(kind), fragment)
    history.replaceState(history.state, '', location.pathname)
    return fragment
  } catch {
    // Storage is off, so it stays in the address.
    return fragment || null
  }
}

/** Call it when the secret was used. */
export function deleteLinkSecret(kind: LinkKind): void {
  try {
    sessionStorage.removeItem(storageKey(kind))
  } catch {
    // As above.
  }
}
