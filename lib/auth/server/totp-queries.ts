import { readSignInSettings } from '@/lib/platform/server/env'
import { getTotpContract } from '../totp-contract'
import { query } from './operation'
import { requirePerson } from './require-person'
import { isInstanceOrProjectAdminSql, requiresSecondFactorSql } from './second-factor'

interface TotpRow {
  confirmedAt: Date | null
  codesLeft: number
  isAdmin: boolean
  mustHave: boolean
}

export const getTotp = query(getTotpContract, {
  action: 'totp.read',
  scope: 'instance',
  async run({ actor, db }) {
    const { userId } = requirePerson(actor)
    const { isOidcOnly } = readSignInSettings()
    const [row] = await db.$queryRaw<TotpRow[]>`
      select t.confirmed_at as "confirmedAt", ${isInstanceOrProjectAdminSql} as "isAdmin", ${requiresSecondFactorSql()} as "mustHave",
        (select count(*)::int from recovery_code c where c.user_id = u.id and c.used_at is null) as "codesLeft"
      from app_user u left join totp t on t.user_id = u.id where u.id = ${userId}::uuid`
    const { confirmedAt, codesLeft, isAdmin, mustHave } = row!
    return {
      isOn: confirmedAt !== null,
      since: confirmedAt?.toISOString() ?? null,
      codesLeft,
      requirement: isOidcOnly ? ('no' as const) : chooseRequirement({ mustHave, isAdmin }),
      isOffered: !isOidcOnly,
    }
  },
})

function chooseRequirement({
  mustHave,
  isAdmin,
}: Pick<TotpRow, 'mustHave' | 'isAdmin'>): 'no' | 'advised' | 'required' {
  if (mustHave) return 'required'
  return isAdmin ? 'advised' : 'no'
}
