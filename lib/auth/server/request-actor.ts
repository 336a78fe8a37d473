import { decode } from 'next-auth/jwt'
import { readEnv } from '@/lib/platform/server/env'
import { type Actor, anonymous } from '../actor'
import { readSessionCookieName } from './cookies'
import { findActorBySession } from './sessions'
import { findActorByToken } from './tokens'

/** Who sent a request, by its cookies and its Authorization header. A token wins: a script says what it is. */
export async function findRequestActor(request: {
  cookie: string | null
  authorization: string | null
}): Promise<Actor> {
  const bearer = /^Bearer (\S+)$/i.exec(request.authorization ?? '')?.[1]
  if (bearer) return findActorByToken(bearer)
  if (request.authorization) return anonymous
  const secret = await readSessionSecret(request.cookie)
  return secret === null ? anonymous : findActorBySession(secret)
}

/** The session's secret out of next-auth's signed cookie; the cookie says nothing else that we believe. */
async function readSessionSecret(cookie: string | null): Promise<string | null> {
  const value = readCookie(cookie ?? '', readSessionCookieName())
  if (!value) return null
  try {
    const token = await decode({ token: value, secret: readEnv().secret })
    return typeof token?.sid === 'string' ? token.sid : null
  } catch {
    // Signed with another secret, cut short, or never ours: the same as no cookie.
    return null
  }
}

function readCookie(header: string, name: string): string | null {
  for (const part of header.split(';')) {
    const at = part.indexOf('=')
    if (at > 0 && part.slice(0, at).trim() === name) return part.slice(at + 1).trim()
  }
  return null
}
