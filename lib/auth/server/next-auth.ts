import NextAuth, { type AuthOptions } from 'next-auth'
import CredentialsProvider from 'next-auth/providers/credentials'
import { readEnv, readSignInSettings } from '@/lib/platform/server/env'
import type { Knock } from './begin-session'
import { findClientAddress } from './client-address'
import { describeCookies, usesSecureCookies, writeDeviceCookie } from './cookies'
import { enterByCode, enterByPassword, enterByProvider, type Entry } from './enter'
import { makeOidcProvider } from './oidc-provider'
import { foreignWords, isOfOwnPage } from './origin'
import { arePasswordsOff } from './passwords'
import { revokeSession, sessionMaxAgeDays } from './sessions'

/** What the browser is given besides what next-auth gives it. */
interface Given {
  device: string | null
}

/**
 * All of next-auth that Stepmark uses. Credentials only work with next-auth's JWT, which would outlive a sign-out; so
 * the JWT carries nothing but the secret of a session row, and the row decides.
 */
function makeOptions(knock: Knock, given: Given): AuthOptions {
  const { oidc } = readSignInSettings()
  return {
    secret: readEnv().secret,
    session: { strategy: 'jwt', maxAge: sessionMaxAgeDays * 24 * 60 * 60 },
    pages: { signIn: '/sign-in', error: '/sign-in', signOut: '/sign-in' },
    useSecureCookies: usesSecureCookies(),
    cookies: describeCookies(),
    providers: [
      ...(arePasswordsOff() ? [] : [makePasswordProvider(knock, given)]),
      ...(oidc ? [makeOidcProvider(oidc), makeCodeProvider(knock)] : []),
    ],
    callbacks: {
      signIn: ({ account, user, profile }) =>
        account?.provider === 'oidc' ? openByProvider(knock, user, profile) : true,
      jwt({ token, user }) {
        // `user` is there once, right after signing in.
        return user ? { sid: (user as { sid?: string }).sid } : token
      },
      session: ({ session }) => ({ expires: session.expires }),
      redirect: ({ url, baseUrl }) => stayHere(url, baseUrl),
    },
    events: {
      async signOut({ token }) {
        if (typeof token?.sid === 'string') await revokeSession(token.sid)
      },
    },
  }
}

/** Where to go on: what a browser would read as another site, or as no address at all, leads to our own door. */
function stayHere(url: string, baseUrl: string): string {
  const target = URL.parse(url, baseUrl)
  return target?.origin === new URL(baseUrl).origin ? target.href : baseUrl
}

function readKnock({ headers }: Request): Knock {
  return {
    userAgent: headers.get('user-agent'),
    address: findClientAddress(headers.get('x-forwarded-for')),
    cookie: headers.get('cookie'),
  }
}

function makePasswordProvider(knock: Knock, given: Given) {
  return CredentialsProvider({
    credentials: { email: {}, password: {}, code: {} },
    async authorize(credentials) {
      const { email = '', password = '', code } = credentials ?? {}
      const entry = await enterByPassword(knock, { email, password, code })
      if (entry.kind === 'in') given.device = entry.device
      return readEntry(entry)
    },
  })
}

/** The step after a provider where codes are on. */
function makeCodeProvider(knock: Knock) {
  return CredentialsProvider({
    id: 'code',
    credentials: { code: {} },
    authorize: async (credentials) => readEntry(await enterByCode(knock, credentials?.code ?? '')),
  })
}

/** As next-auth wants it: somebody, nobody, or a word for the form. */
function readEntry(entry: Entry): { id: string; sid: string } | null {
  if (entry.kind === 'in') return { id: entry.userId, sid: entry.secret }
  if (entry.kind === 'refused') return null
  throw new Error(
    entry.kind === 'rate_limited' ? `${entry.kind}:${entry.retryAfterSeconds}` : entry.kind,
  )
}

/** Lets in whom the provider vouches for, at least half way, or gives the address that says why not. */
async function openByProvider(
  knock: Knock,
  user: object,
  profile: unknown,
): Promise<true | string> {
  const entry = await enterByProvider(knock, profile)
  if (entry.kind === 'refused') return `${readEnv().publicUrl}/sign-in?refused=${entry.reason}`
  // `jwt` takes it from there, as with a password.
  Object.assign(user, { sid: entry.secret })
  return true
}

/** Far above the largest form of next-auth's: an e-mail address, a password, a token and an address to go to. */
const bodyMaxBytes = 16_384

/**
 * Why a form is not read: anybody may send one, and next-auth reads them whole. Node holds senders to what they announce.
 * next-auth's own token keeps other sites out as long as nobody plants its cookie; where a request comes from, nobody
 * plants.
 */
function refuseForm(request: Request): Response | null {
  const announced = request.headers.get('content-length')
  if (announced === null || !/^\d+$/.test(announced))
    return writeRefusal(411, 'length required', 'Say with Content-Length how long the body is.')
  if (Number(announced) > bodyMaxBytes)
    return writeRefusal(413, 'too large', `The body is larger than ${bodyMaxBytes} bytes.`)
  if (!isOfOwnPage(request)) return writeRefusal(403, 'forbidden', foreignWords)
  return null
}

function writeRefusal(status: number, title: string, detail: string): Response {
  return Response.json(
    { type: 'about:blank', title, status, detail },
    {
      status,
      headers: { 'content-type': 'application/problem+json', 'cache-control': 'no-store' },
    },
  )
}

/** The handler of `/api/auth/*`. */
export async function handleNextAuth(
  request: Request,
  context: { params: Promise<{ nextauth: string[] }> },
): Promise<Response> {
  const refusal = request.method === 'POST' ? refuseForm(request) : null
  if (refusal) return refusal
  const given: Given = { device: null }
  const handle = NextAuth(makeOptions(readKnock(request), given)) as (
    ...given: [Request, typeof context]
  ) => Promise<Response>
  const response = await handle(request, context)
  if (given.device !== null) response.headers.append('set-cookie', writeDeviceCookie(given.device))
  return response
}
