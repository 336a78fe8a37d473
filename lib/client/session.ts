import { getProviders, signIn, signOut as endSession } from 'next-auth/react'

export type SignInOutcome =
  | { ok: true }
  | { ok: false; reason: 'refused' | 'rate_limited' | 'unavailable'; retryAfterSeconds?: number }

/** Signs in by e-mail address and password. */
export async function signInWithPassword(email: string, password: string): Promise<SignInOutcome> {
  try {
    // Where it cannot reach the server, next-auth would leave the page for one of its own.
    if ((await getProviders()) === null) return { ok: false, reason: 'unavailable' }
    const outcome = await signIn('credentials', { email, password, redirect: false })
    if (outcome?.ok) return { ok: true }
    const limited = /^rate_limited:(\d+)$/.exec(outcome?.error ?? '')
    if (limited) return { ok: false, reason: 'rate_limited', retryAfterSeconds: Number(limited[1]) }
    // Anything else than this one is next-auth's word for a failure behind it, such as a database that is away.
    const isRefused = outcome?.error === 'CredentialsSignin'
    return { ok: false, reason: isRefused ? 'refused' : 'unavailable' }
  } catch {
    return { ok: false, reason: 'unavailable' }
  }
}

/** Ends the session on the server, in this and every other process, and goes to the door. */
export async function signOut(): Promise<void> {
  await endSession({ callbackUrl: '/sign-in' })
}
