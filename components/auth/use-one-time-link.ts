import { useEffect, useState } from 'react'
import { describeCallError } from '@/lib/client/describe-call-error'
import { type SecretLinkKind, moveLinkSecretToTab } from '@/lib/client/link-secret'
import { AppError } from '@/lib/platform/errors'

/** The state of a page opened by a link. */
export type OneTimeLinkState<Reply> =
  | { kind: 'loading' }
  /** The link is incomplete, or its secret is unknown. */
  | { kind: 'invalid' }
  | { kind: 'failed'; message: string }
  | { kind: 'loaded'; secret: string; reply: Reply }

/** Loads what a link is for by its secret. Loads again if another link is opened on the same page. */
export function useOneTimeLink<Reply>(
  kind: SecretLinkKind,
  read: (secret: string) => Promise<Reply>,
): OneTimeLinkState<Reply> {
  const [link, setLink] = useState<OneTimeLinkState<Reply>>({ kind: 'loading' })
  useEffect(() => {
    let isCurrent = true
    const update = (state: OneTimeLinkState<Reply>) => isCurrent && setLink(state)
    async function load() {
      const secret = moveLinkSecretToTab(kind)
      if (secret === null) return update({ kind: 'invalid' })
      try {
        update({ kind: 'loaded', secret, reply: await read(secret) })
      } catch (error) {
        const isInvalid =
          error instanceof AppError &&
          (error.code === 'not_found' || error.code === 'invalid_input')
        update(
          isInvalid ? { kind: 'invalid' } : { kind: 'failed', message: describeCallError(error) },
        )
      }
    }
    const loadAgain = () => {
      if (location.hash !== '') void load()
    }
    void load()
    window.addEventListener('hashchange', loadAgain)
    return () => {
      isCurrent = false
      window.removeEventListener('hashchange', loadAgain)
    }
  }, [kind, read])
  return link
}
