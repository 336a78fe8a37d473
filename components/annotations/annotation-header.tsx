import { lazy, memo } from 'react'
import { GuidelineLink } from '@/components/guidelines/guideline-link'
import { AccountMenu } from '@/components/shell/account-menu'
import { AppHeader } from '@/components/ui/app-header'
import { Icon, type IconName } from '@/components/ui/icon'
import { joinClasses } from '@/components/ui/join-classes'
import { KeyLabel } from '@/components/ui/key-label'
import { LazyMenuButton } from '@/components/ui/lazy-menu-button'
import { Link } from '@/components/ui/link'
import { QuietButton } from '@/components/ui/quiet-button'
import type { ReceiptState, SubmissionReceipt } from '@/lib/client/labelling-screen-view'
import { formatCount } from '@/lib/platform/format'
import { preventFocusChange } from './input-method'
import { useKeyLabeller, useAriaKeyShortcuts } from './labelling-screen-context'
import { noteFormSpecs, listEarlyEndActions, type NoteFormKind } from './note-forms'
import { reopenHint } from './reopen-hint'

export interface AnnotationHeaderProps {
  project: { slug: string; name: string; guidelineVersion: number }
  person: { userId: string; name: string; email: string }
  doneToday: number
  /** Position in the screening; null outside a screening. */
  screening: { number: number; of: number } | null
  /** Screening solutions and returned annotations can't be skipped. */
  canSkip: boolean
  receipt: SubmissionReceipt | null
  receiptState: ReceiptState | null
  /** The receipt is of a skip, so reopening is about the submission before it. */
  isReceiptOfSkip: boolean
  canEndEarly: boolean
  canReopen: boolean
  onOpenForm: (form: NoteFormKind) => void
  onReopen: () => void
}

/** Buttons that end the solution early, and the receipt of the last submission. Ratings don't re-render it. */
export const AnnotationHeader = memo(function AnnotationHeader(props: AnnotationHeaderProps) {
  const { project, person, screening, canSkip, receipt, canEndEarly, onOpenForm } = props
  const openingProps = { onOpenForm, canSkip }
  return (
    <AppHeader
      location={
        <Link
          href={`/projects/${project.slug}`}
          className="text-ink-2 no-underline hover:text-ink max-[56.25rem]:hidden"
        >
          {project.name}
        </Link>
      }
      actions={
        <>
          <span
            className={joinClasses('text-ink-3', screening ? 'max-desk:hidden' : 'max-wide:hidden')}
          >
            {describeProgress(props)}
          </span>
          <span className="px-2 max-[44rem]:hidden">
            <GuidelineLink slug={project.slug} version={project.guidelineVersion} />
          </span>
          {canEndEarly && <EarlyEndingButtons {...openingProps} />}
          {canEndEarly && <MoreButton slug={project.slug} {...openingProps} />}
          <div className="ml-2 flex items-center max-desk:ml-0">
            <AccountMenu {...person} />
          </div>
        </>
      }
    >
      {(screening || !receipt) && (
        <span className="flex-none text-ink-3 desk:hidden">{describeProgress(props)}</span>
      )}
      <LastReceipt {...props} />
    </AppHeader>
  )
})

const describeProgress = ({ screening, doneToday }: AnnotationHeaderProps) =>
  screening
    ? `Screening ${screening.number} of ${screening.of}`
    : `${formatCount(doneToday)} done today`

const receiptIcons = {
  sending: 'up',
  accepted: 'saved',
  stored: 'onDevice',
} as const satisfies Record<ReceiptState, IconName>

/** Quick replies don't show that a solution is being submitted, because the text would flicker. */
function LastReceipt(props: AnnotationHeaderProps) {
  const { receipt, receiptState, isReceiptOfSkip, canReopen, onReopen } = props
  const keyCap = useKeyLabeller()
  return (
    <p role="status" className="flex min-w-0 items-center">
      {receipt && receiptState && (
        <span
          className={joinClasses(
            'flex h-7 min-w-0 items-center gap-1.5 border-l border-rule pl-4 text-ink-2 max-desk:border-0 max-desk:pl-0',
            receiptState === 'sending' && 'animate-[appear_0s_400ms_both]',
          )}
        >
          <Icon name={receiptIcons[receiptState]} />
          <span className="truncate">
            Last<span className="max-[1200px]:sr-only"> solution</span>: {receipt.message}
          </span>
        </span>
      )}
      {canReopen && (
        <QuietButton
          tone="accent"
          onMouseDown={preventFocusChange}
          onClick={onReopen}
          title={reopenHint}
          className="max-desk:hidden"
        >
          <KeyLabel name={keyCap('undo')} /> {isReceiptOfSkip ? 'Reopen last submission' : 'Reopen'}
        </QuietButton>
      )}
    </p>
  )
}

type OpeningProps = Pick<AnnotationHeaderProps, 'onOpenForm'> & { canSkip: boolean }

function EarlyEndingButtons({ onOpenForm, canSkip }: OpeningProps) {
  const keyCap = useKeyLabeller()
  const keyName = useAriaKeyShortcuts()
  return listEarlyEndActions(canSkip).map((reason) => (
    <QuietButton
      key={reason}
      keyCap={keyCap(noteFormSpecs[reason].shortcut)}
      aria-keyshortcuts={keyName(noteFormSpecs[reason].shortcut)}
      onMouseDown={preventFocusChange}
      onClick={() => onOpenForm(reason)}
      // Narrower screens have them in the overflow menu, because the receipt needs the space.
      className="max-[56.25rem]:hidden"
    >
      {noteFormSpecs[reason].name}
    </QuietButton>
  ))
}

const loadOverflowMenu = () => import('./overflow-menu')
const OverflowMenu = lazy(async () => ({ default: (await loadOverflowMenu()).OverflowMenu }))

const moreButtonClasses = 'grid size-7 place-items-center rounded-control text-ink-2'

/** Opens the overflow menu: notes, and on narrow screens also the buttons that end the solution early. */
function MoreButton({ slug, onOpenForm, canSkip }: OpeningProps & { slug: string }) {
  return (
    <LazyMenuButton
      label="More"
      trigger={<Icon name="more" />}
      className={moreButtonClasses}
      load={loadOverflowMenu}
    >
      {(opening) => (
        <OverflowMenu
          slug={slug}
          canSkip={canSkip}
          opening={opening}
          onOpenForm={onOpenForm}
          className={moreButtonClasses}
        />
      )}
    </LazyMenuButton>
  )
}
