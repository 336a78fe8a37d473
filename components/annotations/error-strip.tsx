import { Link } from '@/components/ui/link'
import { formatNoun } from '@/lib/platform/format'
import type { AnnotationController } from '@/lib/client/annotation-controller'
import type { ViewError, WorkView } from '@/lib/client/work-view'
import { listRatings } from '@/lib/annotations/content'
import { useSheet } from './sheet-context'
import { Strip, StripButton } from './strip'

interface StripProps {
  controller: AnnotationController
  view: WorkView
}

/** On the foot bar, only when one should know more: what happened, what is safe, what to do. One act. */
export function ErrorStrip({ controller, view }: StripProps) {
  const { error, unreachedSince } = view
  const isWaiting = view.stage !== 'work' || view.isSaving || view.pendingFinishes > 0
  return (
    <div role="status" className="sticky bottom-foot z-20">
      {error ? (
        <ErrorDetails controller={controller} view={view} error={error} />
      ) : (
        unreachedSince &&
        isWaiting && (
          <Strip
            icon="offline"
            title={`No connection since ${formatTime(unreachedSince)}.`}
            action={<StripButton onClick={controller.retryNow}>Try now</StripButton>}
          >
            {describeUnsaved(view)}
          </Strip>
        )
      )}
    </div>
  )
}

function ErrorDetails({ controller, view, error }: StripProps & { error: ViewError }) {
  switch (error.kind) {
    case 'lease_lost':
      return (
        <Strip
          icon="lock"
          title={`Since ${formatTime(error.at)} this solution is not yours to label.`}
          action={<StripButton onClick={controller.continueToNext}>Go on to the next</StripButton>}
        >
          Your lease ran out, or you submitted it elsewhere. {countRatings(view)} kept on this
          device.
        </Strip>
      )
    case 'conflict':
      return (
        <Strip
          icon="warn"
          title="This annotation was changed elsewhere: another tab, another device, or a repair of its steps."
          action={
            <StripButton onClick={() => void controller.showSaved()}>
              Show what was saved
            </StripButton>
          }
        >
          What you see here was not saved over it.
        </Strip>
      )
    case 'finish_refused':
      return (
        <Strip
          icon="warn"
          title="The solution that you finished was not taken."
          action={<StripButton onClick={controller.dismiss}>Go on</StripButton>}
        >
          {error.message} What you did is kept on this device.
        </Strip>
      )
    case 'outdated':
      return (
        <Strip
          icon="warn"
          title="The steps of this solution were repaired while you were away."
          action={<StripButton onClick={controller.dismiss}>Go on</StripButton>}
        >
          What this device had kept was of the old steps and could not be used; what was saved
          before is here.
        </Strip>
      )
    case 'reopen_refused':
      return (
        <Strip
          icon="warn"
          title="The last one was not opened again."
          action={<StripButton onClick={controller.dismiss}>Go on</StripButton>}
        >
          {error.message} It stays as you submitted it.
        </Strip>
      )
    case 'signed_out':
      return (
        <Strip icon="lock" title="You were signed out." action={<SignInLink />}>
          What you did is kept on this device: sign in again and go on.
        </Strip>
      )
    case 'paused':
      // Where nothing is on screen the page itself says so.
      return view.stage === 'none_left' ? null : (
        <Strip icon="lock" title="You are paused." action={<OwnWorkLink />}>
          Nothing more is taken until a reviewer lets you go on. What you did is kept on this
          device.
        </Strip>
      )
    case 'refused':
      return (
        <Strip
          icon="warn"
          title={error.message}
          action={<StripButton onClick={() => location.reload()}>Try again</StripButton>}
        >
          What you did is kept on this device.
        </Strip>
      )
  }
}

function OwnWorkLink() {
  const { project } = useSheet()
  return <Link href={`/projects/${project}/mine`}>Read why</Link>
}

function SignInLink() {
  const next = encodeURIComponent(location.pathname)
  return <Link href={`/sign-in?next=${next}`}>Sign in</Link>
}

function describeUnsaved({ stage, pendingFinishes }: WorkView): string {
  const finished =
    pendingFinishes > 0
      ? `${formatNoun(pendingFinishes, 'finished solution')} and your ratings`
      : 'Your ratings'
  const text = `${finished} are kept on this device and go out once, when it is back.`
  return stage === 'work' ? `Go on: ${text.charAt(0).toLowerCase()}${text.slice(1)}` : text
}

function countRatings({ state }: WorkView): string {
  const count = state ? listRatings(state.content, state.shape).length : 0
  return count === 1 ? 'Your rating is' : `Your ${count} ratings are`
}

function formatTime(time: Date): string {
  return time.toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' })
}
