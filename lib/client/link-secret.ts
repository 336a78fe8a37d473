const keyOf = (kind: LinkKind) => `stepmark:link:${kind}`

export type LinkKind = 'invite' | 'reset'

/**
 * What stands behind the `#` of the link that led here. It goes from the address to this tab's own storage, so that it is in no
 * history, and is there after a reload and after signing in. Null: this page was not opened by a link.
 */
export function takeLinkSecret(kind: LinkKind): string | null {
  const given = location.hash.slice(1)
  try {
    if (given === '') return sessionStorage.getItem(keyOf(kind))
    sessionStorage.setItem(keyOf(kind), given)
    history.replaceState(history.state, '', location.pathname)
    return given
  } catch {
    // A browser that keeps nothing: it stays in the address.
    return given || null
  }
}

/** It was used. */
export function forgetLinkSecret(kind: LinkKind): void {
  try {
    sessionStorage.removeItem(keyOf(kind))
  } catch {
    // As above.
  }
}
