import { tryStorage } from './try-storage'

const storageKey = (kind: SecretLinkKind) => `stepmark:link:${kind}`

export type SecretLinkKind = 'invite' | 'reset'

/**
 * Moves the secret after `#` from the address to this tab's storage, so that it is not in the history but survives a
 * reload and a sign-in. Where storage is off, it stays in the address. Null if neither the address nor the tab has one.
 */
export function moveLinkSecretToTab(kind: SecretLinkKind): string | null {
  const fragment = location.hash.slice(1)
  return (
    tryStorage(() => {
      if (fragment === '') return sessionStorage.getItem(storageKey(kind))
      sessionStorage.setItem(storageKey(kind), fragment)
      history.replaceState(history.state, '', location.pathname)
      return fragment
    }) ??
    (fragment || null)
  )
}

/** Call it when the secret was used. */
export function deleteLinkSecret(kind: SecretLinkKind): void {
  tryStorage(() => sessionStorage.removeItem(storageKey(kind)))
}
