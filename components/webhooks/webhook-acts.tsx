import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { LinkButton } from '@/components/ui/link-button'
import type { useWebhookActs } from './use-webhook-acts'
import type { Webhook } from './webhook'

interface WebhookActsProps {
  webhook: Webhook
  acts: ReturnType<typeof useWebhookActs>
  onChange: () => void
}

/** What cannot be taken back is asked for twice. */
export function WebhookActs({ webhook: { webhook, isOn }, acts, onChange }: WebhookActsProps) {
  const [asking, setAsking] = useState<'remove' | 'secret' | null>(null)

  if (asking !== null)
    return (
      <p className="py-3 text-ink-2">
        {asking === 'remove'
          ? 'It is told nothing more, and its messages are deleted. '
          : 'The present secret signs nothing any more; the receiver refuses messages until it has the new one. '}
        <LinkButton
          aria-disabled={acts.isBusy}
          onClick={() => {
            void (asking === 'remove' ? acts.remove(webhook) : acts.replaceSecret(webhook))
            setAsking(null)
          }}
        >
          {asking === 'remove' ? 'Remove it' : 'Make a new secret'}
        </LinkButton>{' '}
        or <LinkButton onClick={() => setAsking(null)}>leave it</LinkButton>
      </p>
    )
  return (
    <div className="flex flex-wrap gap-2 py-3">
      {isOn && (
        <Button aria-disabled={acts.isBusy} onClick={() => void acts.test(webhook)}>
          Send a test
        </Button>
      )}
      <Button onClick={onChange}>Change</Button>
      <Button aria-disabled={acts.isBusy} onClick={() => void acts.switchTo(webhook, !isOn)}>
        {isOn ? 'Switch off' : 'Switch on'}
      </Button>
      <Button onClick={() => setAsking('secret')}>New secret</Button>
      <Button onClick={() => setAsking('remove')}>Remove</Button>
    </div>
  )
}
