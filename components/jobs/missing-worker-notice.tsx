import { Icon } from '@/components/ui/icon'
import { noWorkerMessage, workerStartCommand, type JobWaitReason } from '@/lib/jobs/job-wait-reason'

/** Says that a job waits because nothing runs jobs. Rendered even if empty, so that screen readers announce a change. */
export function MissingWorkerNotice({
  waitingFor,
  className = '',
}: {
  waitingFor: JobWaitReason
  /** Classes of the text. */
  className?: string
}) {
  return (
    <div role="status">
      {waitingFor === 'worker' && (
        <p className={`flex max-w-abstract gap-1.5 ${className}`}>
          <Icon name="warn" className="mt-0.5 size-4 flex-none text-negative" />
          <span>
            {noWorkerMessage} This continues when an operator starts one with{' '}
            <code className="bg-wash px-1 text-[0.85em]">{workerStartCommand}</code>.
          </span>
        </p>
      )}
    </div>
  )
}
