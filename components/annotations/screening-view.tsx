import { useAction } from '@/components/shell/use-action'
import { useShortcuts } from '@/components/shell/use-shortcuts'
import { Button } from '@/components/ui/button'
import { Checklist } from '@/components/ui/checklist'
import { Link } from '@/components/ui/link'
import { LoadingBar } from '@/components/ui/loading-bar'
import { OutcomeNotice } from '@/components/ui/outcome-notice'
import { PageLayout } from '@/components/ui/page-layout'
import { PageTitle } from '@/components/ui/page-title'
import { Stat } from '@/components/ui/stat'
import type { AnnotationController } from '@/lib/client/annotation-controller'
import { callApi } from '@/lib/client/call-api'
import { formatQuantity, formatShortDuration } from '@/lib/platform/format'
import { useLabellingScreenContext } from './labelling-screen-context'
import {
  type OwnScreeningAttempt,
  type PendingScreeningState,
  useOwnScreening,
} from './use-own-screening'

interface ScreeningViewProps {
  controller: AnnotationController
  /** The screening status from the claim. */
  state: PendingScreeningState
  /** Number of solutions in a screening. */
  items: number
}

/** Shown instead of work while an annotator has a screening to start, finish or pass. */
export function ScreeningView({ controller, state, items }: ScreeningViewProps) {
  const { project } = useLabellingScreenContext()
  const ownScreening = useOwnScreening(project, state, controller)
  const { status, attempt } = ownScreening ?? {}
  if (status === 'required' && ownScreening)
    return (
      <StartScreening
        controller={controller}
        project={project}
        items={ownScreening.items}
        needed={ownScreening.needed}
      />
    )
  if (status === 'admitted' && attempt)
    return <PassedScreening controller={controller} attempt={attempt} />
  if (status === 'failed' && attempt) return <FailedScreening project={project} attempt={attempt} />
  return <WaitingForResult isFinished={state === 'grading'} items={items} />
}

function StartScreening({
  controller,
  project,
  items,
  needed,
}: Pick<ScreeningViewProps, 'controller' | 'items'> & { project: string; needed: number }) {
  const { isBusy, outcome, runAction } = useAction()

  const start = () =>
    runAction(
      async () => {
        await callApi('post /projects/{project}/screening', { project })
        await controller.continueAfterScreening()
      },
      { isFinal: true },
    )

  return (
    <PageLayout narrow>
      <PageTitle
        title="Screening"
        abstract={`Label ${formatQuantity(items, 'solution')} with known answers. You pass with ${formatQuantity(needed, 'exact answer')}.`}
      />
      <Checklist
        items={[
          {
            title: 'Guideline',
            description: <GuidelineLinks project={project} />,
            state: 'done',
          },
          {
            title: `Screening: ${formatQuantity(items, 'solution')}`,
            description:
              'An answer is exact if it finds the known first error, or no error where there is none. You can’t skip or reopen solutions, so give up if you can’t tell. You can pause at any time.',
            state: 'now',
            action: (
              <>
                <EnterButton onPress={() => void start()} isDisabled={isBusy}>
                  Start screening
                </EnterButton>
                <OutcomeNotice className="pt-4" outcome={outcome} />
              </>
            ),
          },
          {
            title: 'Labelling',
            description: 'You see your result after the last solution.',
            state: 'later',
          },
        ]}
      />
    </PageLayout>
  )
}

function GuidelineLinks({ project }: { project: string }) {
  return (
    <>
      <Link href={`/projects/${project}/guideline`}>Read the guideline</Link> or{' '}
      <Link href={`/projects/${project}/practice`}>practise</Link> first.
    </>
  )
}

function WaitingForResult({ isFinished, items }: { isFinished: boolean; items: number }) {
  if (!isFinished)
    return (
      <main id="main" tabIndex={-1} className="flex-1 outline-none">
        <LoadingBar label="Loading the screening" />
      </main>
    )
  return (
    <PageLayout narrow>
      <PageTitle
        title="Screening complete"
        abstract={`You answered ${formatQuantity(items, 'solution')}. Your result appears here in a moment.`}
      />
      <LoadingBar label="Waiting for the result" />
    </PageLayout>
  )
}

function PassedScreening({
  controller,
  attempt,
}: Pick<ScreeningViewProps, 'controller'> & { attempt: OwnScreeningAttempt }) {
  return (
    <PageLayout narrow>
      <PageTitle title="You passed" abstract={describeResult(attempt)} />
      <ScreeningResult attempt={attempt} />
      <div className="pt-6">
        <EnterButton onPress={() => void controller.continueAfterScreening()}>
          Start labelling
        </EnterButton>
      </div>
    </PageLayout>
  )
}

function FailedScreening({ project, attempt }: { project: string; attempt: OwnScreeningAttempt }) {
  return (
    <PageLayout narrow>
      <PageTitle
        title="You did not pass"
        abstract={`${describeResult(attempt)} An admin decides whether you can try again. This page updates by itself.`}
      />
      <ScreeningResult attempt={attempt} />
      <p className="pt-3 text-ink-2">
        <Link href={`/projects/${project}/guideline`}>Read the guideline</Link> or{' '}
        <Link href={`/projects/${project}/practice`}>practise</Link>.
      </p>
    </PageLayout>
  )
}

const describeResult = ({ exact, items, needed }: OwnScreeningAttempt) =>
  `${exact} of ${items} answers were exact. You needed ${needed}.`

function ScreeningResult({
  attempt: { exact, items, needed, activeMs },
}: {
  attempt: OwnScreeningAttempt
}) {
  return (
    <dl className="flex gap-12 border-y border-ink py-3">
      <Stat name={`exact of ${items}`} value={String(exact)} />
      <Stat name="needed" value={String(needed)} />
      <Stat name="active time" value={formatShortDuration(activeMs ?? 0)} />
    </dl>
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
