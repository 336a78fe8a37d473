import { callApi } from './call-api'
import { setTextOwner } from './unfinished-text'
import { announceSignedInUser } from './watch-signed-in-user'

export type SignInOutcome =
  | { ok: true }
  | { ok: false; reason: SignInFailureReason; retryAfterSeconds?: number }

/**
 * `code_required`: the password is correct and a second factor is required. `code_timeout`: the first factor expired.
 */
export type SignInFailureReason =
  | 'refused'
  | 'code_required'
  | 'code_refused'
  | 'rate_limited'
  | 'code_timeout'
  | 'unavailable'

/** Loaded on demand to keep pages small. */
const loadNextAuth = () => import('next-auth/react')

/** Signs in with email, password and, if required, a code. Deletes the data of other users in this browser. */
export async function signInWithPassword(
  email: string,
  password: string,
  code: string,
): Promise<SignInOutcome> {
  return submitSignIn('credentials', { email, password, ...(code === '' ? {} : { code }) })
}

/** Completes a sign-in by a provider with a code or recovery code. */
export async function signInWithCode(code: string): Promise<SignInOutcome> {
  return submitSignIn('code', { code })
}

async function submitSignIn(
  provider: 'credentials' | 'code',
  fields: object,
): Promise<SignInOutcome> {
  try {
    const { getProviders, signIn } = await loadNextAuth()
    // Without the server, next-auth would redirect to its own error page.
    if ((await getProviders()) === null) return { ok: false, reason: 'unavailable' }
    const outcome = await signIn(provider, { ...fields, redirect: false })
    if (outcome?.ok) {
      await deleteOthersData()
      return { ok: true }
    }
    return { ok: false, ...readFailure(outcome?.error ?? '') }
  } catch {
    return { ok: false, reason: 'unavailable' }
  }
}

function readFailure(error: string): { reason: SignInFailureReason; retryAfterSeconds?: number } {
  const rateLimitMatch = /^rate_limited:(\d+)$/.exec(error)
  if (rateLimitMatch)
    return { reason: 'rate_limited', retryAfterSeconds: Number(rateLimitMatch[1]) }
  if (error === 'code_required' || error === 'code_refused' || error === 'code_timeout')
    return { reason: error }
  // Every other error of next-auth is a failure on the server.
  return { reason: error === 'CredentialsSignin' ? 'refused' : 'unavailable' }
}

/**
 * Cancels a sign-in that waits for its code. Returns false if the server could not be reached. Keeps the data on this
 * device, which belongs to an earlier user.
 */
export async function cancelSignIn(): Promise<boolean> {
  try {
    const { getProviders, getSession, signOut: endSession } = await loadNextAuth()
    if ((await getProviders()) === null) return false
    await endSession({ redirect: false })
    // next-auth treats any reply as success, and no reply as no session.
    return (await getSession()) === null && (await getProviders()) !== null
  } catch {
    return false
  }
}

/**
 * Redirects to the provider, which returns to `next`. Resolves before the page is left, or when that fails. If another user
 * comes back, the next page deletes the unfinished texts, and the labelling screen all other data.
 */
export async function signInWithProvider(next: string): Promise<SignInOutcome> {
  try {
    const { getProviders, signIn } = await loadNextAuth()
    if ((await getProviders()) === null) return { ok: false, reason: 'unavailable' }
    await signIn('oidc', { callbackUrl: next })
    return { ok: true }
  } catch {
    return { ok: false, reason: 'unavailable' }
  }
}

async function deleteOthersData(): Promise<void> {
  try {
    const { id } = await callApi('get /account', {})
    setTextOwner(id)
    const { deleteStoredDataExcept } = await import('./stored-user-data')
    await deleteStoredDataExcept(id)
    announceSignedInUser(id)
  } catch {
    // The next page deletes the texts, and the labelling screen all other data.
  }
}
