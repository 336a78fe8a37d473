import { decode } from 'next-auth/jwt'
import { projectSlugField } from '@/lib/platform/fields'
import { readWebServerSettings } from '@/lib/platform/server/env'
import { type Actor, anonymousActor } from '../actor'
import { readCookie, getSessionCookieName } from './cookies'
import type { Requester } from './project-access'
import { findRequesterBySession } from './sessions'
import { findRequesterByToken } from './tokens'

const anonymousRequester: Requester = { actor: anonymousActor, loadedProject: null }

/**
 * The sender of a request, by its Authorization header or cookies. A token takes precedence. If the request names a
 * project, reads the membership in the same statement.
 */
export async function findRequester(request: {
  cookie: string | null
  authorization: string | null
  project?: string | undefined
}): Promise<Requester> {
  const slug = projectSlugField.safeParse(request.project).data ?? null
  const bearer = /^Bearer (\S+)$/i.exec(request.authorization ?? '')?.[1]
  if (bearer) return findRequesterByToken(bearer, slug)
  if (request.authorization) return anonymousRequester
  const secret = await readSessionSecret(request.cookie)
  return secret === null ? anonymousRequester : findRequesterBySession(secret, slug)
}

/** Like `findRequester`, for calls without a project. */
export async function findRequestActor(request: {
  cookie: string | null
  authorization: string | null
}): Promise<Actor> {
  return (await findRequester(request)).actor
}

/** The session secret from next-auth's signed cookie; nothing else of it is used. */
export async function readSessionSecret(cookie: string | null): Promise<string | null> {
  const value = readCookie(cookie ?? '', getSessionCookieName())
  if (!value) return null
  try {
    const token = await decode({ token: value, secret: readWebServerSettings().secret })
    return typeof token?.sid === 'string' ? token.sid : null
  } catch {
    // Signed with another secret, truncated or foreign: treated like no cookie.
    return null
  }
}
