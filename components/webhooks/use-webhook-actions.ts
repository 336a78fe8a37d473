import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { useAction } from '@/components/shell/use-action'
import { callApi } from '@/lib/client/call-api'
import type { WebhookInput } from './webhook-form'

/** Actions on the webhooks of a project, with the new secret and the outcome of the last action. */
export function useWebhookActions(slug: string) {
  const router = useRouter()
  const [newSecret, setNewSecret] = useState<{ webhook: string; secret: string } | null>(null)
  const { isBusy, outcome, runAction } = useAction(() => router.refresh())
  const getParameters = (webhook: string) => ({ project: slug, webhook })

  const storeSecret = ({ webhook, secret }: { webhook: string; secret: string | null }) =>
    setNewSecret(secret === null ? null : { webhook, secret })

  const perform = (action: () => Promise<unknown>) => runAction(() => action().then(() => null))

  return {
    newSecret,
    outcome,
    isBusy,
    /** Throws errors that the form shows at its fields. */
    async create(fields: WebhookInput) {
      const created = await callApi('post /projects/{project}/webhooks', {
        project: slug,
        ...fields,
      })
      storeSecret(created)
      router.refresh()
      return created.webhook
    },
    async change(webhook: string, fields: WebhookInput) {
      storeSecret(
        await callApi('patch /projects/{project}/webhooks/{webhook}', {
          ...getParameters(webhook),
          ...fields,
        }),
      )
      router.refresh()
    },
    setOn: (webhook: string, isOn: boolean) =>
      perform(() =>
        callApi('patch /projects/{project}/webhooks/{webhook}', {
          ...getParameters(webhook),
          isOn,
        }),
      ),
    replaceSecret: (webhook: string) =>
      perform(async () =>
        storeSecret(
          await callApi(
            'post /projects/{project}/webhooks/{webhook}/secret',
            getParameters(webhook),
          ),
        ),
      ),
    remove: (webhook: string) =>
      perform(() =>
        callApi('delete /projects/{project}/webhooks/{webhook}', getParameters(webhook)),
      ),
    test: (webhook: string) =>
      perform(() =>
        callApi('post /projects/{project}/webhooks/{webhook}/test', getParameters(webhook)),
      ),
    sendAgain: (webhook: string, delivery: string) =>
      perform(() =>
        callApi('post /projects/{project}/webhooks/{webhook}/deliveries/{delivery}/redelivery', {
          ...getParameters(webhook),
          delivery,
        }),
      ),
  }
}
