import { Link } from '@/components/ui/link'
import { formatNoun } from '@/lib/platform/format'
import type { AnnotationWork } from '@/lib/client/annotation-work'
import type { Trouble, WorkView } from '@/lib/client/work-view'
import { listRatings } from '@/lib/annotations/content'
import { useSheet } from './sheet-context'
import { Strip, StripButton } from './strip'

interface StripProps {
  annotation: AnnotationWork
  view: WorkView
}

/** On the foot bar, only when one should know more: what happened, what is safe, what to do. One act. */
export function TroubleStrip({ annotation, view }: StripProps) {
  const { trouble, unreachedSince } = view
  const isWaiting = view.stage !== 'work' || view.isSaving || view.underWay > 0
  return (
    <div role="status" className="sticky bottom-foot z-20">
      {trouble ? (
        <TroubleWords annotation={annotation} view={view} trouble={trouble} />
      ) : (
        unreachedSince &&
        isWaiting && (
          <Strip
            icon="offline"
            head={`No connection since ${formatTime(unreachedSince)}.`}
            act={<StripButton onClick={annotation.tryNow}>Try now</StripButton>}
          >
            {describeKept(view)}
          </Strip>
        )
      )}
    </div>
  )
}

function TroubleWords({ annotation, view, trouble }: StripProps & { trouble: Trouble }) {
  switch (trouble.kind) {
    case 'lease_lost':
      return (
        <Strip
          icon="lock"
          head={`Since ${formatTime(trouble.at)} this solution is not yours to label.`}
          act={<StripButton onClick={annotation.goOn}>Go on to the next</StripButton>}
        >
          Your lease ran out, or you submitted it elsewhere. {countRatings(view)} kept on this
          device.
        </Strip>
      )
    case 'conflict':
      return (
        <Strip
          icon="warn"
          head="This annotation was changed elsewhere: another tab, another device, or a repair of its steps."
          act={
            <StripButton onClick={() => void annotation.showSaved()}>
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
          head="The solution that you finished was not taken."
          act={<StripButton onClick={annotation.dismiss}>Go on</StripButton>}
        >
          {trouble.message} What you did is kept on this device.
        </Strip>
      )
    case 'outdated':
      return (
        <Strip
          icon="warn"
          head="The steps of this solution were repaired while you were away."
          act={<StripButton onClick={annotation.dismiss}>Go on</StripButton>}
        >
          What this device had kept was of the old steps and could not be used; what was saved
          before is here.
        </Strip>
      )
    case 'reopen_refused':
      return (
        <Strip
          icon="warn"
          head="The last one was not opened again."
          act={<StripButton onClick={annotation.dismiss}>Go on</StripButton>}
        >
          {trouble.message} It stays as you submitted it.
        </Strip>
      )
    case 'signed_out':
      return (
        <Strip icon="lock" head="You were signed out." act={<SignInLink />}>
          What you did is kept on this device: sign in again and go on.
        </Strip>
      )
    case 'paused':
      // Where nothing is on screen the page itself says so.
      return view.stage === 'none_left' ? null : (
        <Strip icon="lock" head="You are paused." act={<OwnWorkLink />}>
          Nothing more is taken until a reviewer lets you go on. What you did is kept on this
          device.
        </Strip>
      )
    case 'refused':
      return (
        <Strip
          icon="warn"
          head={trouble.message}
          act={<StripButton onClick={() => location.reload()}>Try again</StripButton>}
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

function describeKept({ stage, underWay }: WorkView): string {
  const finished =
    underWay > 0 ? `${formatNoun(underWay, 'finished solution')} and your ratings` : 'Your ratings'
  const words = `${finished} are kept on this device and go out once, when it is back.`
  return stage === 'work' ? `Go on: ${words.charAt(0).toLowerCase()}${words.slice(1)}` : words
}

function countRatings({ state }: WorkView): string {
  const count = state ? listRatings(state.content, state.shape).length : 0
  return count === 1 ? 'Your rating is' : `Your ${count} ratings are`
}

function formatTime(time: Date): string {
  return time.toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' })
}
