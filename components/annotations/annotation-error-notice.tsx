import { joinClasses } from '@/components/ui/join-classes'
import { keepAboveFooterNotice } from '@/components/ui/keep-above-footer-notice'
import { Link } from '@/components/ui/link'
import { listRatingsThatCount } from '@/lib/annotations/content'
import type { AnnotationController } from '@/lib/client/annotation-controller'
import type { LabellingScreenError, LabellingScreenView } from '@/lib/client/labelling-screen-view'
import { formatQuantity } from '@/lib/platform/format'
import { FooterNotice, FooterNoticeButton } from './footer-notice'
import { useLabellingScreenContext } from './labelling-screen-context'

interface AnnotationErrorNoticeProps {
  controller: AnnotationController
  view: LabellingScreenView
}

/** Explains an error with one action, above the footer bar of a solution or at the bottom of the screen. */
export function AnnotationErrorNotice({ controller, view }: AnnotationErrorNoticeProps) {
  const { error, unreachedSince } = view
  const isWaiting = view.stage !== 'work' || view.isSaving || view.pendingFinishes > 0
  const hasFooter = view.stage === 'work'
  return (
    <div
      ref={keepAboveFooterNotice}
      role="status"
      className={joinClasses('sticky z-20', hasFooter ? 'bottom-foot' : 'bottom-0')}
    >
      {error ? (
        <ErrorNotice controller={controller} view={view} error={error} />
      ) : (
        unreachedSince &&
        isWaiting && (
          <FooterNotice
            icon="offline"
            title={`No connection since ${formatTime(unreachedSince)}.`}
            action={
              <FooterNoticeButton onClick={controller.retryNow}>Retry now</FooterNoticeButton>
            }
          >
            {describeUnsaved(view)}
          </FooterNotice>
        )
      )}
    </div>
  )
}

function ErrorNotice({
  controller,
  view,
  error,
}: AnnotationErrorNoticeProps & { error: LabellingScreenError }) {
  switch (error.kind) {
    case 'lease_lost':
      return (
        <FooterNotice
          icon="lock"
          title={`You lost the lease on this solution at ${formatTime(error.at)}.`}
          action={
            <FooterNoticeButton onClick={controller.continueToNext}>
              Next solution
            </FooterNoticeButton>
          }
        >
          It expired, or you submitted the solution in another tab. {describeRatings(view)} saved on
          this device.
        </FooterNotice>
      )
    case 'conflict':
      return (
        <FooterNotice
          icon="warn"
          title="This annotation was changed in another tab or on another device, or a reviewer changed how the solution is split."
          action={
            <FooterNoticeButton onClick={() => void controller.showSaved()}>
              Load saved version
            </FooterNoticeButton>
          }
        >
          Load the saved version to continue. Your unsaved changes here are then discarded.
        </FooterNotice>
      )
    case 'finish_refused':
      return (
        <FooterNotice
          icon="warn"
          title="Your last solution was not submitted."
          action={<FooterNoticeButton onClick={controller.dismiss}>Dismiss</FooterNoticeButton>}
        >
          {error.message} Your work is saved on this device. While you have the lease, you can
          reload the page to open the solution again.
        </FooterNotice>
      )
    case 'finish_returned': {
      const isOnScreen = view.work?.solution === error.solution
      return (
        <FooterNotice
          icon="warn"
          title={`${isOnScreen ? 'This' : 'An earlier'} solution is not submitted yet: ${error.message}`}
          action={<FooterNoticeButton onClick={controller.dismiss}>Dismiss</FooterNoticeButton>}
        >
          {isOnScreen ? 'Rate them' : 'When it is back on screen, rate them'} and submit again. Your
          other answers are kept.
        </FooterNotice>
      )
    }
    case 'outdated':
      return (
        <FooterNotice
          icon="warn"
          title="A reviewer repaired the steps of this solution."
          action={<FooterNoticeButton onClick={controller.dismiss}>Dismiss</FooterNoticeButton>}
        >
          Unsaved changes to the old steps were discarded. Saved ratings are still here.
        </FooterNotice>
      )
    case 'reopen_refused':
    case 'reopen_unsent':
      return (
        <FooterNotice
          icon="warn"
          title="Your last solution was not reopened."
          action={<FooterNoticeButton onClick={controller.dismiss}>Dismiss</FooterNoticeButton>}
        >
          {error.message}
          {error.kind === 'reopen_refused' && ' It is still submitted.'}
        </FooterNotice>
      )
    case 'signed_out':
      return (
        <FooterNotice icon="lock" title="You were signed out." action={<SignInLink />}>
          Your work is saved on this device. Sign in to continue.
        </FooterNotice>
      )
    case 'paused':
      // `EmptyQueueNotice` already says so.
      return view.stage === 'none_left' ? null : (
        <FooterNotice icon="lock" title="You are paused." action={<OwnWorkLink />}>
          Your work is saved on this device. When a reviewer ends the pause, this page updates and
          sends it if the solution is still reserved for you.
        </FooterNotice>
      )
    case 'refused':
      return (
        <FooterNotice
          icon="warn"
          title={error.message}
          action={
            <FooterNoticeButton onClick={() => location.reload()}>Try again</FooterNoticeButton>
          }
        >
          Your work is saved on this device.
        </FooterNotice>
      )
  }
}

function OwnWorkLink() {
  const { project } = useLabellingScreenContext()
  return <Link href={`/projects/${project}/mine`}>See why</Link>
}

function SignInLink() {
  const next = encodeURIComponent(location.pathname)
  return <Link href={`/sign-in?next=${next}`}>Sign in</Link>
}

function describeUnsaved({
  stage,
  pendingFinishes,
  storedFinishes,
  unsentErrors,
}: LabellingScreenView): string {
  const unsentFinishes = pendingFinishes + storedFinishes
  const solutions = formatQuantity(unsentFinishes, 'finished solution')
  const returned = describeReturn(unsentFinishes, unsentErrors)
  if (stage === 'work') {
    const [unsentWork, ending] =
      unsentFinishes > 0 ? [`${solutions} and your ratings`, returned] : ['your ratings', '']
    return `Keep working: ${unsentWork} are saved on this device and sent when you are back online.${ending}`
  }
  if (unsentFinishes === 0) return 'Solutions load when you are back online.'
  const verb = unsentFinishes === 1 ? 'is' : 'are'
  return `${solutions} ${verb} saved on this device and sent when you are back online.${returned}`
}

/** Only the server knows about options that were not loaded. */
function describeReturn(unsentFinishes: number, unsentErrors: number): string {
  if (unsentErrors === 0) return ''
  return unsentFinishes === 1
    ? ' If the step you rated negative has other options, you get the solution again to rate them.'
    : ' If a step you rated negative has other options, you get that solution again to rate them.'
}

function describeRatings({ state }: LabellingScreenView): string {
  const count = state ? listRatingsThatCount(state.content, state.shape).length : 0
  return count === 1 ? 'Your rating is' : `Your ${count} ratings are`
}

function formatTime(time: Date): string {
  return time.toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' })
}
