import { useState } from 'react'
import { useSheet } from '@/components/annotations/sheet-context'
import { useShortcuts } from '@/components/shell/use-shortcuts'
import { Button } from '@/components/ui/button'
import { Link } from '@/components/ui/link'
import { Outcome } from '@/components/ui/outcome'
import { Page, PageTitle } from '@/components/ui/page'
import { RailList } from '@/components/ui/rail-list'
import { WaitLine } from '@/components/ui/wait-line'
import { call } from '@/lib/client/call'
import type { AnnotationWork } from '@/lib/client/annotation-work'
import { describeError } from '@/lib/client/read-refusal'
import { formatActiveTime } from '@/lib/client/time-work'
import { formatNoun } from '@/lib/platform/format'
import type { startScreeningContract } from '@/lib/quality/screening-contract'
import type { Attempt } from './screening'
import { type ClaimedState, useOwnScreening } from './use-own-screening'

interface RoomProps {
  annotation: AnnotationWork
  /** As the claim said it. */
  state: ClaimedState
  /** How many solutions a screening has. */
  items: number
}

/** In place of work, for who has a screening before it, at its end, or behind it. */
export function ScreeningRoom({ annotation, state, items }: RoomProps) {
  const { project } = useSheet()
  const own = useOwnScreening(project, state, annotation)
  const { standing, attempt } = own ?? {}
  if (standing === 'due' && own)
    return <BeforeScreening {...{ annotation, project, items: own.items, needed: own.needed }} />
  if (standing === 'admitted' && attempt) return <Passed {...{ annotation, attempt }} />
  if (standing === 'failed' && attempt) return <Failed {...{ project, attempt }} />
  return <Ending isEnding={state === 'ending'} items={items} />
}

function BeforeScreening({
  annotation,
  project,
  items,
  needed,
}: Pick<RoomProps, 'annotation' | 'items'> & { project: string; needed: number }) {
  const [refusal, setRefusal] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)

  async function begin() {
    if (isBusy) return
    setBusy(true)
    setRefusal(null)
    try {
      await call<typeof startScreeningContract>(
        { method: 'post', path: '/projects/{project}/screening' },
        { project },
      )
      await annotation.goOnFromScreening()
    } catch (error) {
      setRefusal(describeError(error))
      setBusy(false)
    }
  }

  return (
    <Page narrow>
      <PageTitle
        title="First, a screening"
        abstract={`Before you label in this project you read ${formatNoun(items, 'solution')} whose first errors are known. Answer ${needed} of them exactly, and you are in.`}
      />
      <RailList
        items={[
          {
            title: 'The guideline',
            words: <GuidelineWords project={project} />,
            state: 'done',
          },
          {
            title: `The screening, ${formatNoun(items, 'solution')}`,
            words:
              'They come in an order drawn at random and are rated as the work is. Exact is the first error where it is known to be, or none where there is none. None is skipped or opened again: give up where you cannot say. Stop and go on whenever you like; what you did is kept.',
            state: 'now',
            act: (
              <>
                <EnterButton onPress={() => void begin()} isOff={isBusy}>
                  Begin the screening
                </EnterButton>
                <Outcome
                  className="pt-4"
                  outcome={refusal === null ? null : { kind: 'wrong', words: refusal }}
                />
              </>
            ),
          },
          {
            title: 'The work',
            words: 'You see how it went a moment after the last one, and go on from there.',
            state: 'later',
          },
        ]}
      />
    </Page>
  )
}

function GuidelineWords({ project }: { project: string }) {
  return (
    <>
      It says what each rating means.{' '}
      <Link href={`/projects/${project}/guideline`}>Read it again</Link>, or{' '}
      <Link href={`/projects/${project}/practice`}>practise</Link> on solutions that count for
      nothing.
    </>
  )
}

function Ending({ isEnding, items }: { isEnding: boolean; items: number }) {
  if (!isEnding)
    return (
      <main id="main" tabIndex={-1} className="flex-1 outline-none">
        <WaitLine label="Asking about the screening" />
      </main>
    )
  return (
    <Page narrow>
      <PageTitle
        title="The screening is done"
        abstract={`You have answered ${items === 1 ? 'it' : `all ${items}`}. The result is here in a moment.`}
      />
      <WaitLine label="Waiting for the result" />
    </Page>
  )
}

function Passed({ annotation, attempt }: Pick<RoomProps, 'annotation'> & { attempt: Attempt }) {
  return (
    <Page narrow>
      <PageTitle
        title="You have passed"
        abstract={`${describeResult(attempt)} From here on it is work.`}
      />
      <Result attempt={attempt} />
      <div className="pt-6">
        <EnterButton onPress={() => void annotation.goOnFromScreening()}>
          Start labelling
        </EnterButton>
      </div>
    </Page>
  )
}

function Failed({ project, attempt }: { project: string; attempt: Attempt }) {
  return (
    <Page narrow>
      <PageTitle
        title="You have not passed"
        abstract={`${describeResult(attempt)} Your answers are kept. An admin of this project decides whether you try once more; when they let you, this page goes on by itself.`}
      />
      <Result attempt={attempt} />
      <p className="pt-3 text-ink-2">
        Meanwhile: <Link href={`/projects/${project}/guideline`}>the guideline</Link>, or{' '}
        <Link href={`/projects/${project}/practice`}>practice</Link>.
      </p>
    </Page>
  )
}

const describeResult = ({ exact, items, needed }: Attempt) =>
  `You answered ${exact} of ${items} exactly; ${needed} ${needed === 1 ? 'was' : 'were'} needed.`

function Result({ attempt: { exact, items, needed, activeMs } }: { attempt: Attempt }) {
  return (
    <dl className="flex gap-12 border-y border-ink py-3">
      <Tally name={`exact, of ${items}`} value={String(exact)} />
      <Tally name="needed" value={String(needed)} />
      <Tally name="active time" value={formatActiveTime(activeMs ?? 0)} />
    </dl>
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

function EnterButton({
  onPress,
  isOff = false,
  children,
}: {
  onPress: () => void
  isOff?: boolean
  children: string
}) {
  useShortcuts({ Enter: onPress })
  return (
    <Button tone="primary" keyCap="⏎" aria-disabled={isOff} onClick={onPress}>
      {children}
    </Button>
  )
}
