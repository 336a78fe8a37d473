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

/** Actions on a webhook. Those that can't be undone need a confirmation. */
export function WebhookActions({
  webhook: { webhook, isOn },
  actions,
  editButton,
}: WebhookActionsProps) {
  const [pendingAction, setPendingAction] = useState<'remove' | 'secret' | null>(null)

  if (pendingAction !== null)
    return (
      <p className="py-3 text-ink-2">
        {pendingAction === 'remove'
          ? 'This deletes the webhook and its deliveries. '
          : 'The current secret stops working at once. Update the receiver with the new one. '}
        <LinkButton
          aria-disabled={actions.isBusy}
          onClick={() => {
            void (pendingAction === 'remove'
              ? actions.remove(webhook)
              : actions.replaceSecret(webhook))
            setPendingAction(null)
          }}
        >
          {pendingAction === 'remove' ? 'Remove webhook' : 'Replace secret'}
        </LinkButton>{' '}
        or <LinkButton onClick={() => setPendingAction(null)}>cancel</LinkButton>
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
      <Button aria-disabled={actions.isBusy} onClick={() => void actions.setOn(webhook, !isOn)}>
        {isOn ? 'Turn off' : 'Turn on'}
      </Button>
      <Button onClick={() => setPendingAction('secret')}>Replace secret</Button>
      <Button onClick={() => setPendingAction('remove')}>Remove</Button>
    </div>
  )
}
