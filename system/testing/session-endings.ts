import type { Person } from '@/lib/auth/actor'
import { makePerson, type MadeProject, testPassword } from '@/prisma/seed/factories'
import type { Door } from './door'
import { Visitor } from './visitor'

const newPassword = 'a lantern under quiet water'

/** Where it happens, and by whom. */
export interface House {
  door: Door
  project: MadeProject
  /** Of the instance. */
  admin: Visitor
}

export interface Subject {
  person: Person
  visitor: Visitor
  token: { id: string; secret: string }
  session: string
}

export interface Ending {
  what: string
  is?: 'instance admin'
  act(house: House, subject: Subject): Promise<unknown>
  /** By cookie and by token: their own account, and what their role opens; then a page of that role. */
  after: string
}

const endedStatuses = '401 401 200 200 307'

export const endings: readonly Ending[] = [
  {
    what: 'a role is lowered',
    act: ({ door, admin, project }, { person }) =>
      door.command(admin, 'PUT', `/projects/${project.slug}/members/${person.userId}`, {
        role: 'annotator',
      }),
    after: '200 403 200 403 404',
  },
  {
    what: 'they are removed from the project',
    act: ({ door, admin, project }, { person }) =>
      door.command(admin, 'DELETE', `/projects/${project.slug}/members/${person.userId}`),
    after: '200 404 200 404 404',
  },
  {
    what: 'they are no instance admin any more',
    is: 'instance admin',
    act: ({ door, admin }, { person }) =>
      door.command(admin, 'PUT', `/accounts/${person.userId}/instance-admin`, {
        isInstanceAdmin: false,
      }),
    after: '200 403 200 403 404',
  },
  {
    what: 'they are disabled',
    act: ({ door, admin }, { person }) =>
      door.command(admin, 'POST', `/accounts/${person.userId}/disable`),
    after: '401 401 401 401 307',
  },
  {
    what: 'they set a new password in another browser',
    act: async ({ door }, { person }) =>
      door.command(await door.enter(person), 'PUT', '/account/password', {
        current: testPassword,
        password: newPassword,
      }),
    after: endedStatuses,
  },
  {
    what: 'they set a new password by a link',
    act: async ({ door, admin }, { person }) => {
      const { link } = await door.command(admin, 'POST', `/accounts/${person.userId}/reset-link`)
      const secret = (link as string).split('#')[1]
      await door.command(new Visitor(), 'POST', '/password-resets/use', {
        secret,
        password: newPassword,
      })
    },
    after: endedStatuses,
  },
  {
    what: 'they sign out',
    act: async ({ door }, { visitor }) =>
      visitor.copy().post(door.urls[1], '/api/auth/signout', {}),
    after: endedStatuses,
  },
  {
    what: 'they end that session from another browser',
    act: async ({ door }, { person, session }) =>
      door.command(await door.enter(person), 'DELETE', `/account/sessions/${session}`),
    after: endedStatuses,
  },
  {
    what: 'they end all other sessions',
    act: async ({ door }, { person }) =>
      door.command(await door.enter(person), 'DELETE', '/account/sessions'),
    after: endedStatuses,
  },
  {
    what: 'someone signs in anew in that browser',
    act: async ({ door }, { visitor }) => {
      const { email } = await door.make(() => makePerson())
      await visitor.copy().signIn(door.urls[1], { email, password: testPassword })
    },
    after: endedStatuses,
  },
  {
    what: 'the token is revoked',
    act: async ({ door }, { visitor, token }) =>
      door.command(visitor, 'DELETE', `/tokens/${token.id}`),
    after: '200 200 401 401 200',
  },
]
