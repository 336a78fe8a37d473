import { getTotpContract } from '../totp-contract'
import { readSignInSettings } from '@/lib/platform/server/env'
import { query, requirePerson } from './operation'
import { isAnyAdmin } from './second-factor'

interface TotpRow {
  confirmedAt: Date | null
  codesLeft: number
  isAdmin: boolean
}

export const getTotp = query(getTotpContract, {
  action: 'totp.read',
  scope: 'instance',
  async run({ actor, db }) {
    const { userId } = requirePerson(actor)
    const { isTotpRequired, isOidcOnly } = readSignInSettings()
    const [row] = await db.$queryRaw<TotpRow[]>`
      select t.confirmed_at as "confirmedAt", ${isAnyAdmin} as "isAdmin",
        (select count(*)::int from recovery_code c where c.user_id = u.id and c.used_at is null) as "codesLeft"
      from app_user u left join totp t on t.user_id = u.id where u.id = ${userId}::uuid`
    const { confirmedAt, codesLeft, isAdmin } = row!
    return {
      isOn: confirmedAt !== null,
      since: confirmedAt?.toISOString() ?? null,
      codesLeft,
      asked:
        !isAdmin || isOidcOnly
          ? ('no' as const)
          : isTotpRequired
            ? ('required' as const)
            : ('advised' as const),
      isOffered: !isOidcOnly,
    }
  },
})
