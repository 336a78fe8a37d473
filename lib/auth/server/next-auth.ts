import NextAuth, { type AuthOptions } from 'next-auth'
import CredentialsProvider from 'next-auth/providers/credentials'
import { readWebServerSettings, readSignInSettings } from '@/lib/platform/server/env'
import { findClientAddress } from './client-address'
import { getNextAuthCookieOptions, usesSecureCookies, formatKnownBrowserCookie } from './cookies'
import { makeOidcProvider } from './oidc-provider'
import { foreignOriginMessage, isSameOriginRequest } from './origin'
import { isPasswordSignInOff } from './passwords'
import type { SignInClientDetails } from './replace-session'
import { runNextAuthSignIn } from './run-sign-in'
import { revokeSession, sessionMaxAgeDays } from './sessions'
import { signInByCode, signInByPassword, signInByProvider } from './sign-in'

/** What the browser receives besides next-auth's cookies. */
interface ResponseCookies {
  knownBrowser: string | null
}

/**
 * The options of next-auth. Its providers with credentials require its JWT, which would outlive a sign-out. So the JWT
 * only contains the secret of a session row, and the row decides.
 */
function makeOptions(signInRequest: SignInClientDetails, cookies: ResponseCookies): AuthOptions {
  const { oidc } = readSignInSettings()
  return {
    secret: readWebServerSettings().secret,
    session: { strategy: 'jwt', maxAge: sessionMaxAgeDays * 24 * 60 * 60 },
    pages: { signIn: '/sign-in', error: '/sign-in', signOut: '/sign-in' },
    useSecureCookies: usesSecureCookies(),
    cookies: getNextAuthCookieOptions(),
    providers: [
      ...(isPasswordSignInOff() ? [] : [makePasswordProvider(signInRequest, cookies)]),
      ...(oidc ? [makeOidcProvider(oidc), makeCodeProvider(signInRequest)] : []),
    ],
    callbacks: {
      signIn: ({ account, user, profile }) =>
        account?.provider === 'oidc' ? acceptProvider(signInRequest, user, profile) : true,
      jwt({ token, user }) {
        // `user` is only set right after signing in.
        return user ? { sid: (user as { sid?: string }).sid } : token
      },
      session: ({ session }) => ({ expires: session.expires }),
      redirect: ({ url, baseUrl }) => restrictRedirect(url, baseUrl),
    },
    events: {
      async signOut({ token }) {
        if (typeof token?.sid === 'string') await revokeSession(token.sid)
      },
    },
  }
}

/**
 * The address where a sign-in or sign-out continues. Addresses that a browser would resolve to another site, or not at
 * all, lead to the start page.
 */
function restrictRedirect(url: string, baseUrl: string): string {
  const target = URL.parse(url, baseUrl)
  return target?.origin === new URL(baseUrl).origin ? target.href : baseUrl
}

function readSignInRequest({ headers }: Request): SignInClientDetails {
  return {
    userAgent: headers.get('user-agent'),
    address: findClientAddress(headers.get('x-forwarded-for')),
    cookie: headers.get('cookie'),
  }
}

function makePasswordProvider(signInRequest: SignInClientDetails, cookies: ResponseCookies) {
  return CredentialsProvider({
    credentials: { email: {}, password: {}, code: {} },
    async authorize(credentials) {
      const { email = '', password = '', code } = credentials ?? {}
      return runNextAuthSignIn(async () => {
        const result = await signInByPassword(signInRequest, { email, password, code })
        if (result.kind === 'in') cookies.knownBrowser = result.knownBrowser
        return result
      })
    },
  })
}

/** The step after a provider if codes are on. */
function makeCodeProvider(signInRequest: SignInClientDetails) {
  return CredentialsProvider({
    id: 'code',
    credentials: { code: {} },
    authorize: (credentials) =>
      runNextAuthSignIn(() => signInByCode(signInRequest, credentials?.code ?? '')),
  })
}

/** Signs in a person from the provider, at least to a pending session, or returns a URL with the reason for the rejection. */
async function acceptProvider(
  signInRequest: SignInClientDetails,
  user: object,
  profile: unknown,
): Promise<true | string> {
  const result = await signInByProvider(signInRequest, profile)
  if (result.kind === 'refused')
    return `${readWebServerSettings().publicUrl}/sign-in?refused=${result.reason}`
  // The `jwt` callback continues, as with a password.
  Object.assign(user, { sid: result.secret })
  return true
}

/** Far above the largest form of next-auth: email address, password, token and a return URL. */
const bodyMaxBytes = 16_384

/**
 * Rejects a form before it is read; null: it is accepted. Anyone may send one, and next-auth reads it completely. Node
 * enforces the announced length. next-auth's own token protects against other sites unless they can set its cookie; the
 * origin of a request can't be forged.
 */
function checkForm(request: Request): Response | null {
  const contentLength = request.headers.get('content-length')
  if (contentLength === null || !/^\d+$/.test(contentLength))
    return writeRefusal(411, 'length required', 'Send a Content-Length header.')
  if (Number(contentLength) > bodyMaxBytes)
    return writeRefusal(413, 'too large', `The body is larger than ${bodyMaxBytes} bytes.`)
  if (!isSameOriginRequest(request)) return writeRefusal(403, 'forbidden', foreignOriginMessage)
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
export async function handleNextAuthRequest(
  request: Request,
  context: { params: Promise<{ nextauth: string[] }> },
): Promise<Response> {
  const refusal = request.method === 'POST' ? checkForm(request) : null
  if (refusal) return refusal
  const cookies: ResponseCookies = { knownBrowser: null }
  const handle = NextAuth(makeOptions(readSignInRequest(request), cookies)) as (
    ...args: [Request, typeof context]
  ) => Promise<Response>
  const response = await handle(request, context)
  if (cookies.knownBrowser !== null)
    response.headers.append('set-cookie', formatKnownBrowserCookie(cookies.knownBrowser))
  return response
}
