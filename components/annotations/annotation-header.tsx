import { lazy, memo } from 'react'
import { GuidelineLink } from '@/components/guidelines/guideline-link'
import { AccountMenu } from '@/components/shell/account-menu'
import { AppHeader } from '@/components/ui/app-header'
import { Icon } from '@/components/ui/icon'
import { joinClasses } from '@/components/ui/join-classes'
import { KeyLabel } from '@/components/ui/key-label'
import { Link } from '@/components/ui/link'
import { MenuButton } from '@/components/ui/menu-button'
import { QuietButton } from '@/components/ui/quiet-button'
import type { SubmissionReceipt } from '@/lib/client/labelling-screen-view'
import { formatCount } from '@/lib/platform/format'
import { preventFocusChange } from './input-method'
import { useKeyLabel, useAriaKeyShortcuts } from './labelling-screen-context'
import { noteFormSpecs, listEarlyFinishReasons, type NoteFormKind } from './note-forms'
import { reopenHint } from './reopen-hint'

export interface AnnotationHeaderProps {
  project: { slug: string; name: string; guidelineVersion: number }
  person: { name: string; email: string }
  doneToday: number
  /** Position in the screening; null outside a screening. */
  screening: { number: number; of: number } | null
  receipt: SubmissionReceipt | null
  /** The finished solution is only on this device. */
  isReceiptPending: boolean
  canEnd: boolean
  canReopen: boolean
  onPrompt: (prompt: NoteFormKind) => void
  onReopen: () => void
}

/** Ends a solution and shows the receipt of the last one. Ratings don't re-render it. */
export const AnnotationHeader = memo(function AnnotationHeader(props: AnnotationHeaderProps) {
  const { project, person, screening, receipt, canEnd, onPrompt } = props
  const promptProps = { onPrompt, canSkip: screening === null }
  return (
    <AppHeader
      location={
        <Link
          href={`/projects/${project.slug}`}
          className="text-ink-2 no-underline hover:text-ink max-desk:hidden"
        >
          {project.name}
        </Link>
      }
      actions={
        <>
          <span
            className={joinClasses('text-ink-3', screening ? 'max-desk:hidden' : 'max-wide:hidden')}
          >
            {describeDone(props)}
          </span>
          <span className="px-2 max-desk:hidden">
            <GuidelineLink slug={project.slug} version={project.guidelineVersion} />
          </span>
          {canEnd && <EarlyEndingButtons {...promptProps} />}
          {canEnd && <More slug={project.slug} {...promptProps} />}
          <div className="ml-2 flex items-center max-desk:ml-0">
            <AccountMenu name={person.name} email={person.email} />
          </div>
        </>
      }
    >
      {(screening || !receipt) && (
        <span className="flex-none text-ink-3 desk:hidden">{describeDone(props)}</span>
      )}
      <LastReceipt {...props} />
    </AppHeader>
  )
})

const describeDone = ({ screening, doneToday }: AnnotationHeaderProps) =>
  screening
    ? `Screening ${screening.number} of ${screening.of}`
    : `${formatCount(doneToday)} done today`

function LastReceipt({ receipt, isReceiptPending, canReopen, onReopen }: AnnotationHeaderProps) {
  const keyCap = useKeyLabel()
  return (
    <p role="status" className="flex min-w-0 items-center">
      {receipt && (
        <span className="flex h-7 min-w-0 items-center gap-1.5 border-l border-rule pl-4 text-ink-2 max-desk:border-0 max-desk:pl-0">
          <Icon name={isReceiptPending ? 'onDevice' : 'saved'} />
          <span className="truncate">{receipt.message}</span>
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
          <KeyLabel name={keyCap('undo')} /> Reopen
        </QuietButton>
      )}
    </p>
  )
}

type PromptProps = Pick<AnnotationHeaderProps, 'onPrompt'> & { canSkip: boolean }

function EarlyEndingButtons({ onPrompt, canSkip }: PromptProps) {
  const keyCap = useKeyLabel()
  const keyName = useAriaKeyShortcuts()
  return listEarlyFinishReasons(canSkip).map((ending) => (
    <QuietButton
      key={ending}
      keyCap={keyCap(noteFormSpecs[ending].keyAct)}
      aria-keyshortcuts={keyName(noteFormSpecs[ending].keyAct)}
      onMouseDown={preventFocusChange}
      onClick={() => onPrompt(ending)}
      className="max-desk:hidden"
    >
      {noteFormSpecs[ending].name}
    </QuietButton>
  ))
}

const loadList = () => import('./overflow-menu')
const OverflowMenu = lazy(async () => ({ default: (await loadList()).OverflowMenu }))

const moreClasses = 'grid size-7 place-items-center rounded-control text-ink-2'

/** The overflow menu: notes, and on a phone also the ways to end a solution. */
function More({ slug, onPrompt, canSkip }: PromptProps & { slug: string }) {
  return (
    <MenuButton
      label="More"
      trigger={<Icon name="more" />}
      className={moreClasses}
      preload={() => void loadList()}
    >
      {(opening) => (
        <OverflowMenu
          slug={slug}
          canSkip={canSkip}
          opening={opening}
          onPrompt={onPrompt}
          className={moreClasses}
        />
      )}
    </MenuButton>
  )
}
