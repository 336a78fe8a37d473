import { getAccountContract, listTokensContract } from '../contract'
import { toAccountReply } from './accounts'
import { query } from './operation'
import { requirePerson } from './require-person'

export const getAccount = query(getAccountContract, {
  action: 'account.read',
  scope: 'instance',
  async run({ actor }) {
    return toAccountReply(requirePerson(actor))
  },
})

export const listTokens = query(listTokensContract, {
  action: 'token.list',
  scope: 'instance',
  async run({ actor, db }) {
    const rows = await db.apiToken.findMany({
      where: { userId: requirePerson(actor).userId, revokedAt: null },
      select: {
        id: true,
        name: true,
        prefix: true,
        scope: true,
        expiresAt: true,
        lastUsedAt: true,
      },
      orderBy: { createdAt: 'desc' },
    })
    return {
      tokens: rows.map(({ expiresAt, lastUsedAt, ...row }) => ({
        ...row,
        expiresAt: expiresAt?.toISOString() ?? null,
        lastUsedAt: lastUsedAt?.toISOString() ?? null,
      })),
    }
  },
})
