import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { useAction } from '@/components/shell/use-action'
import { callApi } from '@/lib/client/call-api'
import type { WebhookFields } from './webhook-form'

/** Actions on the webhooks of a project, with the new secret and the error. */
export function useWebhookActions(slug: string) {
  const router = useRouter()
  const [newSecret, setNewSecret] = useState<{ webhook: string; secret: string } | null>(null)
  const { isBusy, outcome, runAction } = useAction(() => router.refresh())
  const identify = (webhook: string) => ({ project: slug, webhook })

  const show = ({ webhook, secret }: { webhook: string; secret: string | null }) =>
    setNewSecret(secret === null ? null : { webhook, secret })

  const perform = (run: () => Promise<unknown>) => runAction(() => run().then(() => null))

  return {
    newSecret,
    outcome,
    isBusy,
    /** Throws errors that the form shows at its fields. */
    async create(fields: WebhookFields) {
      const created = await callApi('post /projects/{project}/webhooks', {
        project: slug,
        ...fields,
      })
      show(created)
      router.refresh()
      return created.webhook
    },
    async change(webhook: string, fields: WebhookFields) {
      show(
        await callApi('patch /projects/{project}/webhooks/{webhook}', {
          ...identify(webhook),
          ...fields,
        }),
      )
      router.refresh()
    },
    switchTo: (webhook: string, isOn: boolean) =>
      perform(() =>
        callApi('patch /projects/{project}/webhooks/{webhook}', { ...identify(webhook), isOn }),
      ),
    replaceSecret: (webhook: string) =>
      perform(async () =>
        show(
          await callApi('post /projects/{project}/webhooks/{webhook}/secret', identify(webhook)),
        ),
      ),
    remove: (webhook: string) =>
      perform(() => callApi('delete /projects/{project}/webhooks/{webhook}', identify(webhook))),
    test: (webhook: string) =>
      perform(() => callApi('post /projects/{project}/webhooks/{webhook}/test', identify(webhook))),
    sendAgain: (webhook: string, delivery: string) =>
      perform(() =>
        callApi('post /projects/{project}/webhooks/{webhook}/deliveries/{delivery}/redelivery', {
          ...identify(webhook),
          delivery,
        }),
      ),
  }
}
