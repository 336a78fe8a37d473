import { AppError } from '@/lib/platform/errors'
import type { Transaction } from '@/lib/platform/server/database'
import type { TokenScope } from '../actor'
import {
  createAdminContract,
  createTokenContract,
  createTokenForUserContract,
  revokeTokenContract,
} from '../contract'
import { insertAccount } from './accounts'
import { command } from './operation'
import { loadPasswordLists, rejectCommonPassword } from './password-strength'
import { requirePerson } from './require-person'
import { generateApiToken } from './tokens'

export const createAdmin = command(createAdminContract, {
  action: 'admin.create',
  scope: 'instance',
  async admit() {
    loadPasswordLists()
  },
  async run({ db }, { email, name, password, isFirstPassword = false }) {
    rejectCommonPassword(password, { name, email })
    return {
      id: await insertAccount(db, {
        email,
        name,
        password,
        isInstanceAdmin: true,
        isAddressVerified: true,
        isFirstPassword,
      }),
    }
  },
  audit: (_, { id }) => ({ target: `user:${id}` }),
})

export const createToken = command(createTokenContract, {
  action: 'token.create',
  scope: 'instance',
  keepsReply: false,
  run: ({ actor, db }, input) => insertToken(db, requirePerson(actor).userId, input),
  audit: ({ name, scope }, { id }) => ({ target: `token:${id}`, detail: { name, scope } }),
})

export const createTokenForUser = command(createTokenForUserContract, {
  action: 'token.create-for',
  scope: 'instance',
  keepsReply: false,
  async run({ db }, { user: email, ...input }) {
    const user = await db.user.findUnique({ where: { email }, select: { id: true } })
    if (!user) throw new AppError('not_found', `${email} has no account.`)
    return { ...(await insertToken(db, user.id, input)), user: user.id }
  },
  audit: ({ name, scope }, { id, user }) => ({
    target: `token:${id}`,
    detail: { user, name, scope },
  }),
})

export const revokeToken = command(revokeTokenContract, {
  action: 'token.revoke',
  scope: 'instance',
  async run({ actor, db }, { token }) {
    const count = await db.$executeRaw`
      update api_token set revoked_at = now()
      where id = ${token}::uuid and user_id = ${requirePerson(actor).userId}::uuid and revoked_at is null`
    if (count === 0) throw new AppError('not_found', 'You have no such token.')
    return { revoked: true as const }
  },
  audit: ({ token }) => ({ target: `token:${token}` }),
})

async function insertToken(
  db: Transaction,
  userId: string,
  { name, scope, days }: { name: string; scope: TokenScope; days: number | null },
) {
  const { secret, prefix, secretHash } = generateApiToken()
  const [row] = await db.$queryRaw<{ id: string; expiresAt: Date | null }[]>`
    insert into api_token (id, user_id, name, prefix, secret_hash, scope, expires_at)
    values (gen_random_uuid(), ${userId}::uuid, ${name}, ${prefix}, ${secretHash}, ${scope}::token_scope,
      now() + make_interval(days => ${days}::int))
    returning id, expires_at as "expiresAt"`
  return { id: row!.id, secret, expiresAt: row!.expiresAt?.toISOString() ?? null }
}
