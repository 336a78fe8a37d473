import { CopyButton } from '@/components/ui/copy-button'

/** The signing secret of a webhook. It is shown once and can't be read again. */
export function WebhookSecret({ secret }: { secret: string }) {
  return (
    <div className="my-4 grid max-w-[34rem] gap-2" role="status">
      <p>
        Messages are signed with this secret. It won’t be shown again, so copy it to the receiver.
      </p>
      <p className="flex items-center justify-between gap-3 border-y border-ink py-2">
        <code className="text-strong break-all select-all">{secret}</code>
        <CopyButton text={secret} label="Copy secret" />
      </p>
    </div>
  )
}
