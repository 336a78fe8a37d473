import { type SubmitEvent, useId, useState } from 'react'
import { useFormAction } from '@/components/shell/use-form-action'
import { Button } from '@/components/ui/button'
import { Checkbox } from '@/components/ui/checkbox'
import { FormGroupError } from '@/components/ui/field-error'
import { OutcomeNotice } from '@/components/ui/outcome-notice'
import { TextField } from '@/components/ui/text-field'
import {
  type WebhookEvent,
  webhookEventNames,
  webhookEventDescriptions,
} from '@/lib/webhooks/events'
import type { Webhook } from './webhook'

export interface WebhookInput {
  url: string
  events: WebhookEvent[]
}

interface WebhookFormProps {
  /** Null for a new webhook. */
  webhook: Webhook | null
  save: (fields: WebhookInput) => Promise<void>
  onClose: () => void
}

/** The URL and the events of a webhook. */
export function WebhookForm({ webhook, save, onClose }: WebhookFormProps) {
  const [url, setUrl] = useState(webhook?.url ?? '')
  const [events, setEvents] = useState<readonly string[]>(webhook?.events ?? webhookEventNames)
  const { form, isBusy, outcome, issues, setIssues, runAction } = useFormAction()
  const eventsErrorId = useId()
  const hasNewUrl = webhook !== null && url.trim() !== webhook.url

  function submit(event: SubmitEvent) {
    event.preventDefault()
    const orderedEvents = webhookEventNames.filter((name) => events.includes(name))
    const missingIssues = {
      ...(url.trim() === '' ? { url: 'Enter a URL.' } : {}),
      ...(orderedEvents.length === 0 ? { events: 'Select at least one event.' } : {}),
    }
    void runAction(() => save({ url: url.trim(), events: orderedEvents }), {
      issues: missingIssues,
    })
  }

  return (
    <form
      ref={form}
      onSubmit={submit}
      noValidate
      aria-label={webhook === null ? 'Add webhook' : 'Edit webhook'}
      className="mt-4 grid max-w-[34rem] gap-6 border-t border-line pt-4 text-strong"
    >
      <TextField
        label="URL"
        name="url"
        type="url"
        autoComplete="off"
        spellCheck={false}
        placeholder="https://hooks.example.org/stepmark"
        value={url}
        onChange={(event) => setUrl(event.target.value)}
        hint={
          hasNewUrl
            ? 'A new URL gets a new secret.'
            : 'HTTPS only, unless the host is listed in STEPMARK_OUTBOUND_ALLOW.'
        }
        error={issues.url}
      />
      <fieldset aria-describedby={issues.events ? eventsErrorId : undefined}>
        <legend className="pb-1 font-label text-ink">Events</legend>
        {webhookEventNames.map((name) => (
          <Checkbox
            key={name}
            label={webhookEventDescriptions[name]}
            hint={<span className="font-mono">{name}</span>}
            name="events"
            checked={events.includes(name)}
            onChange={(isSelected) => {
              setEvents((previous) =>
                isSelected ? [...previous, name] : previous.filter((event) => event !== name),
              )
              setIssues((previous) => ({ ...previous, events: undefined }))
            }}
          />
        ))}
      </fieldset>
      <FormGroupError id={eventsErrorId} message={issues.events} />
      <OutcomeNotice outcome={outcome} />
      <div className="flex gap-2">
        <Button type="submit" tone="primary" aria-disabled={isBusy}>
          {webhook === null ? 'Add webhook' : 'Save webhook'}
        </Button>
        <Button onClick={onClose}>Cancel</Button>
      </div>
    </form>
  )
}
