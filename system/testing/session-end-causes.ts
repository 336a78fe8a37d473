import type { Person } from '@/lib/auth/actor'
import { makePerson, type TestProject, testPassword } from '@/prisma/seed/factories'
import type { SystemClient } from './system-client'
import { Visitor } from './visitor'

const newPassword = 'a lantern under quiet water'

export interface SessionEndContext {
  client: SystemClient
  project: TestProject
  /** An instance admin. */
  admin: Visitor
}

export interface SignedInUser {
  person: Person
  visitor: Visitor
  token: { id: string; secret: string }
  session: string
}

/** An event that ends a session, a token or a permission. */
export interface SessionEndCause {
  description: string
  account?: 'instance admin'
  action(context: SessionEndContext, subject: SignedInUser): Promise<unknown>
  /**
   * Statuses of requests of the user: their account and a call of their role, by cookie; both again, by token; a page.
   */
  expectedStatuses: string
}

const endedStatuses = '401 401 200 200 307'

export const sessionEndCauses: readonly SessionEndCause[] = [
  {
    description: 'a role is lowered',
    action: ({ client, admin, project }, { person }) =>
      client.callApi(admin, 'PUT', `/projects/${project.slug}/members/${person.userId}`, {
        role: 'annotator',
      }),
    expectedStatuses: '200 403 200 403 404',
  },
  {
    description: 'a user is removed from the project',
    action: ({ client, admin, project }, { person }) =>
      client.callApi(admin, 'DELETE', `/projects/${project.slug}/members/${person.userId}`),
    expectedStatuses: '200 404 200 404 404',
  },
  {
    description: 'a user is no longer an instance admin',
    account: 'instance admin',
    action: ({ client, admin }, { person }) =>
      client.callApi(admin, 'PUT', `/accounts/${person.userId}/instance-admin`, {
        isInstanceAdmin: false,
      }),
    expectedStatuses: '200 403 200 403 404',
  },
  {
    description: 'a user is disabled',
    action: ({ client, admin }, { person }) =>
      client.callApi(admin, 'POST', `/accounts/${person.userId}/disable`),
    expectedStatuses: '401 401 401 401 307',
  },
  {
    description: 'a user sets a new password in another browser',
    action: async ({ client }, { person }) =>
      client.callApi(await client.signIn(person), 'PUT', '/account/password', {
        current: testPassword,
        password: newPassword,
      }),
    expectedStatuses: endedStatuses,
  },
  {
    description: 'a user sets a new password with a reset link',
    action: async ({ client, admin }, { person }) => {
      const { link } = await client.callApi(admin, 'POST', `/accounts/${person.userId}/reset-link`)
      const secret = (link as string).split('#')[1]
      await client.callApi(new Visitor(), 'POST', '/password-resets/use', {
        secret,
        password: newPassword,
      })
    },
    expectedStatuses: endedStatuses,
  },
  {
    description: 'a user signs out',
    action: async ({ client }, { visitor }) =>
      visitor.copy().post(client.urls[1], '/api/auth/signout', {}),
    expectedStatuses: endedStatuses,
  },
  {
    description: 'a user ends the session from another browser',
    action: async ({ client }, { person, session }) =>
      client.callApi(await client.signIn(person), 'DELETE', `/account/sessions/${session}`),
    expectedStatuses: endedStatuses,
  },
  {
    description: 'a user ends all other sessions from another browser',
    action: async ({ client }, { person }) =>
      client.callApi(await client.signIn(person), 'DELETE', '/account/sessions'),
    expectedStatuses: endedStatuses,
  },
  {
    description: 'someone else signs in with the same browser',
    action: async ({ client }, { visitor }) => {
      const { email } = await client.withDatabase(() => makePerson())
      await visitor.copy().signIn(client.urls[1], { email, password: testPassword })
    },
    expectedStatuses: endedStatuses,
  },
  {
    description: 'the token is revoked',
    action: async ({ client }, { visitor, token }) =>
      client.callApi(visitor, 'DELETE', `/tokens/${token.id}`),
    expectedStatuses: '200 200 401 401 200',
  },
]
