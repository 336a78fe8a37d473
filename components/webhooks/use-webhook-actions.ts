import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { callApi } from '@/lib/client/call-api'
import { describeCallError } from '@/lib/client/describe-call-error'
import type {
  createWebhookContract,
  redeliverMessageContract,
  removeWebhookContract,
  replaceWebhookSecretContract,
  testWebhookContract,
  updateWebhookContract,
} from '@/lib/webhooks/contract'
import type { WebhookFields } from './webhook-form'

/** Actions on the webhooks of a project, with the new secret and the error. */
export function useWebhookActions(slug: string) {
  const router = useRouter()
  const [newSecret, setNewSecret] = useState<{ webhook: string; secret: string } | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const identify = (webhook: string) => ({ project: slug, webhook })

  function show({ webhook, secret }: { webhook: string; secret: string | null }) {
    setNewSecret(secret === null ? null : { webhook, secret })
    router.refresh()
  }

  async function runAction(run: () => Promise<unknown>) {
    if (isBusy) return
    setBusy(true)
    setFailure(null)
    try {
      await run()
      router.refresh()
    } catch (error) {
      setFailure(describeCallError(error))
    } finally {
      setBusy(false)
    }
  }

  return {
    ...{ newSecret, failure, isBusy },
    /** Throws errors that the form shows at its fields. */
    async create(fields: WebhookFields) {
      const created = await callApi<typeof createWebhookContract>(
        { method: 'post', path: '/projects/{project}/webhooks' },
        { project: slug, ...fields },
      )
      show(created)
      return created.webhook
    },
    async change(webhook: string, fields: WebhookFields) {
      show(
        await callApi<typeof updateWebhookContract>(
          { method: 'patch', path: '/projects/{project}/webhooks/{webhook}' },
          { ...identify(webhook), ...fields },
        ),
      )
    },
    switchTo: (webhook: string, isOn: boolean) =>
      runAction(() =>
        callApi<typeof updateWebhookContract>(
          { method: 'patch', path: '/projects/{project}/webhooks/{webhook}' },
          { ...identify(webhook), isOn },
        ),
      ),
    replaceSecret: (webhook: string) =>
      runAction(async () =>
        show(
          await callApi<typeof replaceWebhookSecretContract>(
            { method: 'post', path: '/projects/{project}/webhooks/{webhook}/secret' },
            identify(webhook),
          ),
        ),
      ),
    remove: (webhook: string) =>
      runAction(() =>
        callApi<typeof removeWebhookContract>(
          { method: 'delete', path: '/projects/{project}/webhooks/{webhook}' },
          identify(webhook),
        ),
      ),
    test: (webhook: string) =>
      runAction(() =>
        callApi<typeof testWebhookContract>(
          { method: 'post', path: '/projects/{project}/webhooks/{webhook}/test' },
          identify(webhook),
        ),
      ),
    sendAgain: (webhook: string, delivery: string) =>
      runAction(() =>
        callApi<typeof redeliverMessageContract>(
          {
            method: 'post',
            path: '/projects/{project}/webhooks/{webhook}/deliveries/{delivery}/redelivery',
          },
          { ...identify(webhook), delivery },
        ),
      ),
  }
}
