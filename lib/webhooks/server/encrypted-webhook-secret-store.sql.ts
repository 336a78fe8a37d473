import type {
  EncryptedTextRow,
  EncryptedTextStore,
} from '@/lib/platform/server/encrypted-text-rows'

/** The encrypted signing secrets. Their `rowKey` is the ids of the project and the webhook (./sign-webhook-message). */
export const encryptedWebhookSecretStore: EncryptedTextStore = {
  list: (db, { after, limit }) => {
    const [projectId = null, webhookId = null] = after?.split('/') ?? []
    return db.$queryRaw<EncryptedTextRow[]>`
      select project_id || '/' || id as "rowKey", secret as sealed from webhook
      where ${projectId}::uuid is null or (project_id, id) > (${projectId}::uuid, ${webhookId}::uuid)
      order by project_id, id limit ${limit}::int`
  },

  async replace(db, { rowKey, sealed: currentSealed }, sealed) {
    const [projectId, webhookId] = rowKey.split('/')
    const changedRows = await db.$executeRaw`
      update webhook set secret = ${sealed}
      where project_id = ${projectId}::uuid and id = ${webhookId}::uuid and secret = ${currentSealed}`
    return changedRows === 1
  },
}
