import { type SubmitEvent, useState } from 'react'
import { Check } from '@/components/projects/check'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { GroupError } from '@/components/ui/group-error'
import { Outcome } from '@/components/ui/outcome'
import { describeError, readIssues } from '@/lib/client/read-refusal'
import { type WebhookEvent, webhookEventNames, webhookEvents } from '@/lib/webhooks/events'
import type { Webhook } from './webhook'

export interface WebhookFields {
  url: string
  events: WebhookEvent[]
}

interface WebhookFormProps {
  /** Null: a new one. */
  webhook: Webhook | null
  save: (fields: WebhookFields) => Promise<void>
  onClose: () => void
}

/** Where messages go and what they tell of. */
export function WebhookForm({ webhook, save, onClose }: WebhookFormProps) {
  const [url, setUrl] = useState(webhook?.url ?? '')
  const [events, setEvents] = useState<readonly string[]>(webhook?.events ?? webhookEventNames)
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [failure, setFailure] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const moves = webhook !== null && url.trim() !== webhook.url

  async function submit(event: SubmitEvent) {
    event.preventDefault()
    if (isBusy) return
    const chosen = webhookEventNames.filter((name) => events.includes(name))
    const found = {
      ...(url.trim() === '' ? { url: 'Say where messages are to go.' } : {}),
      ...(chosen.length === 0 ? { events: 'Choose what it is told of.' } : {}),
    }
    setErrors(found)
    setFailure(null)
    if (Object.keys(found).length > 0) return
    setBusy(true)
    try {
      await save({ url: url.trim(), events: chosen })
    } catch (error) {
      const issues = readIssues(error)
      setErrors(issues)
      if (Object.keys(issues).length === 0) setFailure(describeError(error))
    } finally {
      setBusy(false)
    }
  }

  return (
    <form
      onSubmit={(event) => void submit(event)}
      noValidate
      aria-label={webhook === null ? 'Add a webhook' : 'Change the webhook'}
      className="mt-4 grid max-w-[34rem] gap-6 border-t border-line pt-4 text-strong"
    >
      <Field
        label="Address"
        name="url"
        type="url"
        autoComplete="off"
        spellCheck={false}
        placeholder="https://hooks.example.org/stepmark"
        value={url}
        onChange={(event) => setUrl(event.target.value)}
        hint={
          moves
            ? 'Another address gets a new secret; the old one signs nothing any more.'
            : 'Messages are posted there. Plain http, and private networks, only where whoever runs Stepmark allowed the host by STEPMARK_OUTBOUND_ALLOW.'
        }
        error={errors.url}
      />
      <fieldset>
        <legend className="pb-1 font-label text-ink">It is told of</legend>
        {webhookEventNames.map((name) => (
          <Check
            key={name}
            label={webhookEvents[name]}
            hint={<span className="font-mono">{name}</span>}
            checked={events.includes(name)}
            onChange={(isChosen) =>
              setEvents((before) =>
                isChosen ? [...before, name] : before.filter((other) => other !== name),
              )
            }
          />
        ))}
      </fieldset>
      <GroupError words={errors.events} />
      <Outcome outcome={failure === null ? null : { kind: 'wrong', words: failure }} />
      <div className="flex gap-2">
        <Button type="submit" tone="primary" aria-disabled={isBusy}>
          {webhook === null ? 'Add it' : 'Save'}
        </Button>
        <Button onClick={onClose}>Go back</Button>
      </div>
    </form>
  )
}
