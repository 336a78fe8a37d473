import { useState } from 'react'
import { Button } from '@/components/ui/button'
import type { OpenFormButtonProps } from '@/components/ui/form-on-demand'
import { LinkButton } from '@/components/ui/link-button'
import type { useWebhookActions } from './use-webhook-actions'
import type { Webhook } from './webhook'

interface WebhookActionsProps {
  webhook: Webhook
  actions: ReturnType<typeof useWebhookActions>
  /** Null while another form is open. */
  editButton: OpenFormButtonProps | null
}

/** Actions that can't be undone need a confirmation. */
export function WebhookActions({
  webhook: { webhook, isOn },
  actions,
  editButton,
}: WebhookActionsProps) {
  const [confirming, setConfirming] = useState<'remove' | 'secret' | null>(null)

  if (confirming !== null)
    return (
      <p className="py-3 text-ink-2">
        {confirming === 'remove'
          ? 'This deletes the webhook and its deliveries. '
          : 'The current secret stops working at once. Update the receiver with the new one. '}
        <LinkButton
          aria-disabled={actions.isBusy}
          onClick={() => {
            void (confirming === 'remove'
              ? actions.remove(webhook)
              : actions.replaceSecret(webhook))
            setConfirming(null)
          }}
        >
          {confirming === 'remove' ? 'Remove webhook' : 'Replace secret'}
        </LinkButton>{' '}
        or <LinkButton onClick={() => setConfirming(null)}>cancel</LinkButton>
      </p>
    )
  return (
    <div className="flex flex-wrap gap-2 py-3">
      {isOn && (
        <Button aria-disabled={actions.isBusy} onClick={() => void actions.test(webhook)}>
          Send test
        </Button>
      )}
      {editButton && <Button {...editButton}>Edit</Button>}
      <Button aria-disabled={actions.isBusy} onClick={() => void actions.switchTo(webhook, !isOn)}>
        {isOn ? 'Turn off' : 'Turn on'}
      </Button>
      <Button onClick={() => setConfirming('secret')}>Replace secret</Button>
      <Button onClick={() => setConfirming('remove')}>Remove</Button>
    </div>
  )
}
