import { useEffect, useState } from 'react'
import { describeCallError } from '@/lib/client/describe-call-error'
import { type SecretLinkKind, moveLinkSecretToTab } from '@/lib/client/link-secret'
import { AppError } from '@/lib/platform/errors'

/** The state of a page opened by a link. `wrong`: the link is incomplete or invalid. */
export type OneTimeLinkState<Reply> =
  | { kind: 'reading' }
  | { kind: 'wrong' }
  | { kind: 'failed'; message: string }
  | { kind: 'read'; secret: string; reply: Reply }

/** Loads what the link is for by its secret, and again if another link is opened on the same page. */
export function useOneTimeLink<Reply>(
  kind: SecretLinkKind,
  read: (secret: string) => Promise<Reply>,
): OneTimeLinkState<Reply> {
  const [link, setLink] = useState<OneTimeLinkState<Reply>>({ kind: 'reading' })
  useEffect(() => {
    let isCurrent = true
    const show = (state: OneTimeLinkState<Reply>) => isCurrent && setLink(state)
    async function open() {
      const secret = moveLinkSecretToTab(kind)
      if (secret === null) return show({ kind: 'wrong' })
      try {
        show({ kind: 'read', secret, reply: await read(secret) })
      } catch (error) {
        const isWrong =
          error instanceof AppError &&
          (error.code === 'not_found' || error.code === 'invalid_input')
        show(isWrong ? { kind: 'wrong' } : { kind: 'failed', message: describeCallError(error) })
      }
    }
    const reopen = () => {
      if (location.hash !== '') void open()
    }
    void open()
    window.addEventListener('hashchange', reopen)
    return () => {
      isCurrent = false
      window.removeEventListener('hashchange', reopen)
    }
  }, [kind, read])
  return link
}
