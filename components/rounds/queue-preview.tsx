import { Link } from '@/components/ui/link'
import { TableSection } from '@/components/ui/table-section'
import { formatCount } from '@/lib/platform/format'
import { describeWaitingSolutions } from './describe-round'
import { listQueueColumns } from './queue-columns'
import { queueHref, type QueueReply } from './round'
import { typesetQueueItems } from './typeset-queue-item'

/** A read-only preview of the next queue items. */
export async function QueuePreview({ slug, queue }: { slug: string; queue: QueueReply }) {
  return (
    <TableSection
      id="next-in-queue"
      title="Next in queue"
      note={
        <>
          {describeWaitingSolutions(queue.waiting, null)}&nbsp;· {formatCount(queue.leased)} in
          progress&nbsp;· <Link href={queueHref(slug)}>View queue</Link>
        </>
      }
      rows={await typesetQueueItems(queue.items)}
      rowKey={({ solution }) => solution}
      columns={listQueueColumns()}
      empty="The queue is empty. To fill it, import solutions, or plan and start a round."
    />
  )
}
