import { Link } from '@/components/ui/link'
import { PageLayout } from '@/components/ui/page-layout'
import { PageTitle } from '@/components/ui/page-title'
import { Stat } from '@/components/ui/stat'
import type { NoWorkReason } from '@/lib/client/labelling-screen-calls'
import type { LabellingScreenView } from '@/lib/client/labelling-screen-view'
import { formatCount } from '@/lib/platform/format'

type NoneLeftReason = Extract<NoWorkReason, { kind: 'none_left' }>

const messages = {
  empty: () => ({
    title: 'Nothing to label yet',
    abstract: 'The queue is empty. This page updates when solutions arrive.',
  }),
  all_done: () => ({
    title: 'Everything is labelled',
    abstract:
      'Every solution in the queue has its annotations. This page updates when more arrive.',
  }),
  leased_by_others: (until: string | null) => ({
    title: 'Nothing left for you',
    abstract: `No solutions left for you now. Other annotators have the rest${
      until ? `, until ${formatTime(until)} at the latest` : ''
    }. This page updates when a solution is free.`,
  }),
  none_for_you: () => ({
    title: 'Nothing left for you',
    abstract: 'The remaining solutions need other annotators. This page updates when more arrive.',
  }),
} as const satisfies Record<
  NoneLeftReason['reason'],
  (until: string | null) => { title: string; abstract: string }
>

function describeNoneLeft(
  noneLeft: Exclude<NoWorkReason, { kind: 'screening_due' }>,
  isRefused: boolean,
): { title: string; abstract: string } {
  switch (noneLeft.kind) {
    case 'none_left':
      return messages[noneLeft.reason](noneLeft.nextExpiry)
    case 'paused':
      return {
        title: 'You are paused',
        abstract: isRefused
          ? 'Your last solution is not submitted yet. It is saved on this device. When a reviewer ends the pause, this page updates and sends it if the solution is still reserved for you.'
          : 'Submitted work is saved. This page updates when a reviewer ends the pause.',
      }
  }
}

/** Why nothing is served, and what happens next. */
export function EmptyQueueNotice({
  view,
  project,
}: {
  view: LabellingScreenView
  project: string
}) {
  const { noneLeft } = view
  if (!noneLeft || noneLeft.kind === 'screening_due') return null
  // The pause began during the last submission.
  const isRefused = view.error?.kind === 'paused'
  const isAllSaved = view.pendingFinishes + view.storedFinishes === 0 && !isRefused
  const { title, abstract } = describeNoneLeft(noneLeft, isRefused)
  return (
    <PageLayout narrow>
      <PageTitle title={title} abstract={abstract} />
      {noneLeft.kind === 'paused' && (
        <p className="pb-6 wrap-anywhere text-ink-2">Message: “{noneLeft.message}”</p>
      )}
      <dl className="flex gap-12 border-y border-ink py-3">
        <Stat name="done today" value={formatCount(view.doneToday)} />
        {isRefused ? (
          <Stat name="on this device" value="Saved" />
        ) : (
          <Stat name="saved" value={isAllSaved ? 'All' : 'Not yet'} />
        )}
      </dl>
      <p className="pt-3 text-ink-2">
        {noneLeft.kind === 'paused' ? (
          <Link href={`/projects/${project}/mine`}>Your work</Link>
        ) : (
          <Link href={`/projects/${project}`}>Project home</Link>
        )}
      </p>
    </PageLayout>
  )
}

function formatTime(iso: string): string {
  return new Date(iso).toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' })
}
