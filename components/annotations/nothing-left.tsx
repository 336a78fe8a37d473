import { Link } from '@/components/ui/link'
import { formatCount } from '@/lib/platform/format'
import { useShortcuts } from '@/components/shell/use-shortcuts'
import { Page, PageTitle } from '@/components/ui/page'
import type { NoneLeft } from '@/lib/client/call-work'
import type { WorkView } from '@/lib/client/work-view'

import { useSheet } from './sheet-context'

type Waiting = Extract<NoneLeft, { kind: 'none_left' }>

const goesOn = 'this page goes on by itself.'

const words = {
  empty: () => ({
    title: 'There is nothing to label yet',
    abstract: `Nothing was put into the queue of this project. When something is, ${goesOn}`,
  }),
  all_done: () => ({
    title: 'Everything is labelled',
    abstract: `Each solution in the queue has all the annotations that it needs. When more comes, ${goesOn}`,
  }),
  held_by_others: (until: string | null) => ({
    title: 'Nothing is left for you',
    abstract: `You have read all that you may read; what remains is with other people. When one comes free${
      until ? `, at ${formatTime(until)} at the latest` : ''
    }, ${goesOn}`,
  }),
  only_your_own: () => ({
    title: 'Nothing is left for you',
    abstract: `You have read all that you may read; what remains waits for somebody else. When more comes, ${goesOn}`,
  }),
} as const satisfies Record<
  Waiting['why'],
  (until: string | null) => { title: string; abstract: string }
>

function describeNoneLeft(
  noneLeft: Exclude<NoneLeft, { kind: 'screening_due' }>,
  isRefused: boolean,
): { title: string; abstract: string } {
  switch (noneLeft.kind) {
    case 'none_left':
      return words[noneLeft.why](noneLeft.until)
    case 'paused':
      return {
        title: 'You are paused',
        abstract: `${noneLeft.message} ${isRefused ? 'The solution that you finished last was not taken; its ratings are kept on this device.' : 'What you did is kept.'} When a reviewer lets you go on, ${goesOn}`,
      }
  }
}

/** An empty room: says why, and what comes next. */
export function NothingLeft({
  view,
  project,
  onReopen,
}: {
  view: WorkView
  project: string
  /** Opens again what was submitted last. */
  onReopen: () => void
}) {
  const { noneLeft } = view
  const { keymap } = useSheet()
  useShortcuts({ [keymap.undo]: onReopen })
  if (!noneLeft || noneLeft.kind === 'screening_due') return null
  // It finished while the pause began.
  const isRefused = view.trouble?.kind === 'paused'
  const { title, abstract } = describeNoneLeft(noneLeft, isRefused)
  return (
    <Page narrow>
      <PageTitle title={title} abstract={abstract} />
      <dl className="flex gap-12 border-y border-ink py-3">
        <Tally name="done today" value={formatCount(view.doneToday)} />
        <Tally name="saved" value={view.underWay === 0 && !isRefused ? 'all' : 'not all yet'} />
      </dl>
      <p className="pt-3 text-ink-2">
        Meanwhile:{' '}
        {noneLeft.kind === 'paused' ? (
          <Link href={`/projects/${project}/mine`}>your own work</Link>
        ) : (
          <Link href={`/projects/${project}`}>the home of this project</Link>
        )}
        .
      </p>
    </Page>
  )
}

function Tally({ name, value }: { name: string; value: string }) {
  return (
    <div className="grid">
      <dt className="order-2 text-caption text-ink-3">{name}</dt>
      <dd className="font-read text-tally font-text">{value}</dd>
    </div>
  )
}

function formatTime(iso: string): string {
  return new Date(iso).toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' })
}
