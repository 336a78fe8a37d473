import type {
  EncryptedTextRow,
  EncryptedTextStore,
} from '@/lib/platform/server/encrypted-text-rows'

/** TOTP secrets, confirmed or not, bound to the account id. */
export const encryptedTotpSecretStore: EncryptedTextStore = {
  list: (db, { after, limit }) => db.$queryRaw<EncryptedTextRow[]>`
    select user_id::text as "rowKey", sealed_secret as sealed from totp
    where ${after}::uuid is null or user_id > ${after}::uuid
    order by user_id limit ${limit}::int`,

  async replace(db, { rowKey, sealed: before }, sealed) {
    const updatedCount = await db.$executeRaw`
      update totp set sealed_secret = ${sealed}
      where user_id = ${rowKey}::uuid and sealed_secret = ${before}`
    return updatedCount === 1
  },
}
