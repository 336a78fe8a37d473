import NextAuth, { type AuthOptions } from 'next-auth'
import CredentialsProvider from 'next-auth/providers/credentials'
import { readEnv } from '@/lib/platform/server/env'
import { readSessionCookieName, usesSecureCookies } from './cookies'
import { checkCredentials } from './sign-in'
import { mintSession, revokeSession, sessionMaxAgeDays } from './sessions'

/**
 * All of next-auth that Stepmark uses. Credentials only work with next-auth's JWT, which would outlive a sign-out; so
 * the JWT carries nothing but the secret of a session row, and the row decides.
 */
function makeOptions(): AuthOptions {
  const secure = usesSecureCookies()
  return {
    secret: readEnv().secret,
    session: { strategy: 'jwt', maxAge: sessionMaxAgeDays * 24 * 60 * 60 },
    pages: { signIn: '/sign-in', error: '/sign-in', signOut: '/sign-in' },
    useSecureCookies: secure,
    cookies: {
      sessionToken: {
        name: readSessionCookieName(),
        options: { httpOnly: true, sameSite: 'lax', path: '/', secure },
      },
    },
    providers: [
      CredentialsProvider({
        credentials: { email: {}, password: {} },
        async authorize(credentials, request) {
          const headers = (request.headers ?? {}) as Record<string, string | undefined>
          const result = await checkCredentials(
            { email: credentials?.email ?? '', password: credentials?.password ?? '' },
            headers['x-forwarded-for']?.split(',')[0]?.trim() ?? 'unknown',
          )
          if (result.kind === 'rate_limited')
            throw new Error(`rate_limited:${result.retryAfterSeconds}`)
          if (result.kind === 'refused') return null
          const sid = await mintSession(result.userId, headers['user-agent'] ?? null)
          return { id: result.userId, sid }
        },
      }),
    ],
    callbacks: {
      jwt({ token, user }) {
        // `user` is there once, right after signing in.
        return user ? { sid: (user as { sid?: string }).sid } : token
      },
      session: ({ session }) => ({ expires: session.expires }),
      redirect: ({ url, baseUrl }) => {
        const target = new URL(url, baseUrl)
        return target.origin === new URL(baseUrl).origin ? target.href : baseUrl
      },
    },
    events: {
      async signOut({ token }) {
        if (typeof token?.sid === 'string') await revokeSession(token.sid)
      },
    },
  }
}

/** Far above the largest form of next-auth's: an e-mail address, a password, a token and an address to go to. */
const bodyMaxBytes = 16_384

/** Why a form is not read: anybody may send one, and next-auth reads them whole. Node holds senders to what they announce. */
function refuseBody(request: Request): Response | null {
  const announced = request.headers.get('content-length')
  if (announced === null || !/^\d+$/.test(announced))
    return writeRefusal(411, 'length required', 'Say with Content-Length how long the body is.')
  if (Number(announced) > bodyMaxBytes)
    return writeRefusal(413, 'too large', `The body is larger than ${bodyMaxBytes} bytes.`)
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
  const refusal = request.method === 'POST' ? refuseBody(request) : null
  if (refusal) return refusal
  const handle = NextAuth(makeOptions()) as (
    ...given: [Request, typeof context]
  ) => Promise<Response>
  return handle(request, context)
}
