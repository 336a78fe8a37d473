import type { getAccountContract } from '@/lib/auth/contract'
import { AppError } from '@/lib/platform/errors'
import { call } from './call'
import { deleteAllText, forgetTab } from './stored-text'
import { announcePerson } from './watch-person'

export type SignInOutcome =
  | { ok: true }
  | { ok: false; reason: SignInRefusal; retryAfterSeconds?: number }

/**
 * `code_needed`: the password is right, and a code of the person's device is asked for as well. `too_late`: what came before
 * the code has ended.
 */
export type SignInRefusal =
  | 'refused'
  | 'code_needed'
  | 'code_refused'
  | 'rate_limited'
  | 'too_late'
  | 'unavailable'

/** What this browser has of somebody's work that the server does not have. */
export interface Unsaved {
  works: number
  finishes: number
  /** Guidelines that are being written. */
  drafts: number
}

export const isAllSaved = ({ works, finishes, drafts }: Unsaved) => works + finishes + drafts === 0

/** Both are loaded when they are needed: the page with the way out is also the one that must be light. */
const loadSession = () => import('next-auth/react')
const findAccount = () => call<typeof getAccountContract>({ method: 'get', path: '/account' }, {})
const loadOutbox = () => import('./browser-outbox')

/** Signs in by e-mail address and password, and a code where one was asked for. What other people left in this browser goes. */
export async function signInWithPassword(
  email: string,
  password: string,
  code: string,
): Promise<SignInOutcome> {
  return enter('credentials', { email, password, ...(code === '' ? {} : { code }) })
}

/** After a provider, where codes are on: the same by a code, or a recovery code, of whom the provider has named. */
export async function signInWithCode(code: string): Promise<SignInOutcome> {
  return enter('code', { code })
}

async function enter(way: 'credentials' | 'code', fields: object): Promise<SignInOutcome> {
  try {
    const { getProviders, signIn } = await loadSession()
    // Where it cannot reach the server, next-auth would leave the page for one of its own.
    if ((await getProviders()) === null) return { ok: false, reason: 'unavailable' }
    const outcome = await signIn(way, { ...fields, redirect: false })
    if (outcome?.ok) {
      await forgetOthers()
      deleteAllText()
      return { ok: true }
    }
    return { ok: false, ...readRefusal(outcome?.error ?? '') }
  } catch {
    return { ok: false, reason: 'unavailable' }
  }
}

function readRefusal(error: string): { reason: SignInRefusal; retryAfterSeconds?: number } {
  const limited = /^rate_limited:(\d+)$/.exec(error)
  if (limited) return { reason: 'rate_limited', retryAfterSeconds: Number(limited[1]) }
  if (error === 'code_needed' || error === 'code_refused' || error === 'too_late')
    return { reason: error }
  // Anything else than this one is next-auth's word for a failure behind it, such as a database that is away.
  return { reason: error === 'CredentialsSignin' ? 'refused' : 'unavailable' }
}

/**
 * Ends what a provider began and no code has finished. False where the server could not be told. Nothing on this device
 * goes: nobody was in, and what is kept is of who was here before.
 */
export async function leaveHalfWay(): Promise<boolean> {
  try {
    const { getProviders, getSession, signOut: endSession } = await loadSession()
    if ((await getProviders()) === null) return false
    await endSession({ redirect: false })
    // next-auth takes any answer for a good one, and none for no session.
    return (await getSession()) === null && (await getProviders()) !== null
  } catch {
    return false
  }
}

/** Leaves for the provider, which sends back to `next`. Gives why it could not, if it comes back at all. */
export async function signInWithProvider(next: string): Promise<SignInOutcome> {
  try {
    const { getProviders, signIn } = await loadSession()
    if ((await getProviders()) === null) return { ok: false, reason: 'unavailable' }
    // Whoever comes back may be somebody else; what is kept of work goes when the labelling screen sees who it is.
    deleteAllText()
    await signIn('oidc', { callbackUrl: next })
    return { ok: true }
  } catch {
    return { ok: false, reason: 'unavailable' }
  }
}

async function forgetOthers(): Promise<void> {
  try {
    const { id } = await findAccount()
    await (await loadOutbox()).forgetPeople(id)
    announcePerson(id)
  } catch {
    // The labelling screen does the same when it opens.
  }
}

/** Of whoever is signed in: what others left went when they signed in. */
export async function countUnsaved(): Promise<Unsaved> {
  return (await loadOutbox()).countKept()
}

/**
 * Ends the session on the server, in this and every other process, forgets on this device whatever is kept there, and goes
 * to the door. Throws where the session may not have ended: then nothing is forgotten.
 */
export async function signOut(): Promise<void> {
  const [{ signOut: endSession }, { forgetPeople }] = await Promise.all([
    loadSession(),
    loadOutbox(),
  ])
  await endSession({ redirect: false })
  await expectSignedOut()
  announcePerson(null)
  await forgetPeople(null)
  forgetTab()
  location.assign('/sign-in')
}

/** next-auth takes any answer for a good one. */
async function expectSignedOut(): Promise<void> {
  const refusal = await findAccount().then(
    () => new AppError('unavailable', 'The session has not ended.'),
    (error: unknown) => error,
  )
  if (!(refusal instanceof AppError) || refusal.code !== 'unauthenticated') throw refusal
}
