import NextAuth, { type AuthOptions } from 'next-auth'
import CredentialsProvider from 'next-auth/providers/credentials'
import { readEnv, readSignInSettings } from '@/lib/platform/server/env'
import { logger } from '@/lib/platform/server/logger'
import { findClientAddress, nameClientAddress } from './client-address'
import { beginSession, type Knock } from './begin-session'
import { describeCookies, usesSecureCookies } from './cookies'
import { findOidcAccount, oidcClaims } from './oidc-accounts'
import { makeOidcProvider } from './oidc-provider'
import { foreignWords, isOfOwnPage } from './origin'
import { arePasswordsOff } from './passwords'
import { checkCredentials } from './sign-in'
import { revokeSession, sessionMaxAgeDays } from './sessions'

/**
 * All of next-auth that Stepmark uses. Credentials only work with next-auth's JWT, which would outlive a sign-out; so
 * the JWT carries nothing but the secret of a session row, and the row decides.
 */
function makeOptions(knock: Knock): AuthOptions {
  const { oidc } = readSignInSettings()
  return {
    secret: readEnv().secret,
    session: { strategy: 'jwt', maxAge: sessionMaxAgeDays * 24 * 60 * 60 },
    pages: { signIn: '/sign-in', error: '/sign-in', signOut: '/sign-in' },
    useSecureCookies: usesSecureCookies(),
    cookies: describeCookies(),
    providers: [
      ...(arePasswordsOff() ? [] : [makePasswordProvider(knock)]),
      ...(oidc ? [makeOidcProvider(oidc)] : []),
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

function makePasswordProvider(knock: Knock) {
  return CredentialsProvider({
    credentials: { email: {}, password: {}, code: {} },
    async authorize(credentials) {
      const { email = '', password = '', code } = credentials ?? {}
      const address = nameClientAddress(knock.address)
      const result = await checkCredentials({ email, password, code }, address)
      logger.info({ way: 'password', outcome: result.kind }, 'sign-in')
      if (result.kind === 'rate_limited')
        throw new Error(`rate_limited:${result.retryAfterSeconds}`)
      if (result.kind === 'code_needed' || result.kind === 'code_refused')
        throw new Error(result.kind)
      if (result.kind === 'refused') return null
      const sid = await beginSession(result.userId, knock)
      return { id: result.userId, sid }
    },
  })
}

/** Lets in whom the provider vouches for, or gives the address that says why not. */
async function openByProvider(
  knock: Knock,
  user: object,
  profile: unknown,
): Promise<true | string> {
  const door = `${readEnv().publicUrl}/sign-in`
  const claims = oidcClaims.safeParse(profile)
  const result = claims.success ? await findOidcAccount(claims.data) : null
  const outcome = result?.kind === 'refused' ? result.reason : (result?.kind ?? 'unverified')
  logger.info({ way: 'oidc', outcome }, 'sign-in')
  if (result?.kind !== 'signed_in') return `${door}?refused=${result?.reason ?? 'unverified'}`
  // `jwt` takes it from there, as with a password.
  Object.assign(user, { sid: await beginSession(result.userId, knock) })
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
  const handle = NextAuth(makeOptions(readKnock(request))) as (
    ...given: [Request, typeof context]
  ) => Promise<Response>
  return handle(request, context)
}
