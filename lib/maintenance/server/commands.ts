import { command } from '@/lib/auth/server/operation'
import { AppError } from '@/lib/platform/errors'
import type { Transaction } from '@/lib/platform/server/database'
import { judgeSeal, renewSeal } from '@/lib/platform/server/sealed'
import { judgeStartedSecret } from '@/lib/platform/server/started-secrets'
import { resealSecretsContract } from '../contract'
import { sealedKinds } from './sealed-kinds'

/**
 * One call does as many as `limit`, with an entry of its own: what is killed between two has done the first. What is under
 * NEXTAUTH_SECRET already is left as it is, so that twice is once. Throws `conflict` where that secret is not the servers'.
 */
export const resealSecrets = command(resealSecretsContract, {
  action: 'secrets.reseal',
  scope: 'instance',
  async run({ db }, { kind, after = null, limit }) {
    await refuseStrangeSecret(db)
    const rows = await sealedKinds[kind].list(db, { after, limit })
    let [resealed, lost] = [0, 0]
    for (const row of rows) {
      if (judgeSeal(row.sealed, kind, row.place) === 'lost') lost += 1
      const fresh = renewSeal(row.sealed, kind, row.place)
      if (fresh && (await sealedKinds[kind].replace(db, row, fresh))) resealed += 1
    }
    return {
      ...{ checked: rows.length, resealed, lost },
      next: rows.length < limit ? null : rows.at(-1)!.place,
    }
  },
  audit: ({ kind }, { resealed, lost }) => ({
    target: `secrets:${kind}`,
    detail: { resealed, lost },
  }),
})

/** What this process seals is lost for servers that have another secret, and for all once this terminal is closed. */
async function refuseStrangeSecret(db: Transaction): Promise<void> {
  const secretState = await judgeStartedSecret(db)
  if (secretState === 'same') return
  throw new AppError(
    'conflict',
    secretState === 'none'
      ? 'No server or worker has started with a NEXTAUTH_SECRET yet, so that it cannot be seen whether this is theirs. Start one first. Nothing was changed.'
      : 'NEXTAUTH_SECRET is not the one that a server or worker last started with: what is sealed under it would open nowhere else. Give this terminal theirs, or start them all with this one first. Nothing was changed.',
  )
}
