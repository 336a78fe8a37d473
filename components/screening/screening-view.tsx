import { useState } from 'react'
import { useSheet } from '@/components/annotations/sheet-context'
import { useShortcuts } from '@/components/shell/use-shortcuts'
import { Button } from '@/components/ui/button'
import { Link } from '@/components/ui/link'
import { Outcome } from '@/components/ui/outcome'
import { Page, PageTitle } from '@/components/ui/page'
import { Checklist } from '@/components/ui/checklist'
import { LoadingBar } from '@/components/ui/loading-bar'
import { call } from '@/lib/client/call'
import type { AnnotationController } from '@/lib/client/annotation-controller'
import { describeError } from '@/lib/client/read-refusal'
import { formatActiveTime } from '@/lib/client/active-time'
import { formatNoun } from '@/lib/platform/format'
import type { startScreeningContract } from '@/lib/quality/screening-contract'
import type { Attempt } from './screening'
import { type ClaimedState, useOwnScreening } from './use-own-screening'

interface ScreeningViewProps {
  controller: AnnotationController
  /** As the claim said it. */
  state: ClaimedState
  /** How many solutions a screening has. */
  items: number
}

/** In place of work, for who has a screening before it, at its end, or behind it. */
export function ScreeningView({ controller, state, items }: ScreeningViewProps) {
  const { project } = useSheet()
  const own = useOwnScreening(project, state, controller)
  const { standing, attempt } = own ?? {}
  if (standing === 'due' && own)
    return <StartScreening {...{ controller, project, items: own.items, needed: own.needed }} />
  if (standing === 'admitted' && attempt) return <Passed {...{ controller, attempt }} />
  if (standing === 'failed' && attempt) return <Failed {...{ project, attempt }} />
  return <WaitingForResult isFinished={state === 'grading'} items={items} />
}

function StartScreening({
  controller,
  project,
  items,
  needed,
}: Pick<ScreeningViewProps, 'controller' | 'items'> & { project: string; needed: number }) {
  const [refusal, setRefusal] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)

  async function start() {
    if (isBusy) return
    setBusy(true)
    setRefusal(null)
    try {
      await call<typeof startScreeningContract>(
        { method: 'post', path: '/projects/{project}/screening' },
        { project },
      )
      await controller.continueAfterScreening()
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
      <Checklist
        items={[
          {
            title: 'The guideline',
            description: <GuidelineLinks project={project} />,
            state: 'done',
          },
          {
            title: `The screening, ${formatNoun(items, 'solution')}`,
            description:
              'They come in an order drawn at random and are rated as the work is. Exact is the first error where it is known to be, or none where there is none. None is skipped or opened again: give up where you cannot say. Stop and go on whenever you like; what you did is kept.',
            state: 'now',
            action: (
              <>
                <EnterButton onPress={() => void start()} isDisabled={isBusy}>
                  Begin the screening
                </EnterButton>
                <Outcome
                  className="pt-4"
                  outcome={refusal === null ? null : { kind: 'error', message: refusal }}
                />
              </>
            ),
          },
          {
            title: 'The work',
            description: 'You see how it went a moment after the last one, and go on from there.',
            state: 'later',
          },
        ]}
      />
    </Page>
  )
}

function GuidelineLinks({ project }: { project: string }) {
  return (
    <>
      It says what each rating means.{' '}
      <Link href={`/projects/${project}/guideline`}>Read it again</Link>, or{' '}
      <Link href={`/projects/${project}/practice`}>practise</Link> on solutions that count for
      nothing.
    </>
  )
}

function WaitingForResult({ isFinished, items }: { isFinished: boolean; items: number }) {
  if (!isFinished)
    return (
      <main id="main" tabIndex={-1} className="flex-1 outline-none">
        <LoadingBar label="Asking about the screening" />
      </main>
    )
  return (
    <Page narrow>
      <PageTitle
        title="The screening is done"
        abstract={`You have answered ${items === 1 ? 'it' : `all ${items}`}. The result is here in a moment.`}
      />
      <LoadingBar label="Waiting for the result" />
    </Page>
  )
}

function Passed({
  controller,
  attempt,
}: Pick<ScreeningViewProps, 'controller'> & { attempt: Attempt }) {
  return (
    <Page narrow>
      <PageTitle
        title="You have passed"
        abstract={`${describeResult(attempt)} From here on it is work.`}
      />
      <Result attempt={attempt} />
      <div className="pt-6">
        <EnterButton onPress={() => void controller.continueAfterScreening()}>
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
      <Stat name={`exact, of ${items}`} value={String(exact)} />
      <Stat name="needed" value={String(needed)} />
      <Stat name="active time" value={formatActiveTime(activeMs ?? 0)} />
    </dl>
  )
}

function Stat({ name, value }: { name: string; value: string }) {
  return (
    <div className="grid">
      <dt className="order-2 text-caption text-ink-3">{name}</dt>
      <dd className="font-read text-tally font-text">{value}</dd>
    </div>
  )
}

function EnterButton({
  onPress,
  isDisabled = false,
  children,
}: {
  onPress: () => void
  isDisabled?: boolean
  children: string
}) {
  useShortcuts({ Enter: onPress })
  return (
    <Button tone="primary" keyCap="⏎" aria-disabled={isDisabled} onClick={onPress}>
      {children}
    </Button>
  )
}
