import { lazy, memo } from 'react'
import { GuidelineLink } from '@/components/guideline/guideline-link'
import { AccountMenu } from '@/components/shell/account-menu'
import { classes } from '@/components/ui/classes'
import { Icon } from '@/components/ui/icon'
import { KeyCap } from '@/components/ui/key-cap'
import { Link } from '@/components/ui/link'
import { MenuButton } from '@/components/ui/menu-button'
import { QuietButton } from '@/components/ui/quiet-button'
import { RunningHead } from '@/components/ui/running-head'
import type { Receipt } from '@/lib/client/work-view'
import { formatCount } from '@/lib/platform/format'
import { askedWords, listEndings, type Asked } from './asked'
import { keepFocus } from './input-method'
import { useKeyCap, useKeyName } from './sheet-context'

export interface AnnotationHeadProps {
  project: { slug: string; name: string; guidelineVersion: number }
  person: { name: string; email: string }
  doneToday: number
  /** Where the solution on screen stands in the screening; null: it is work. */
  screening: { number: number; of: number } | null
  receipt: Receipt | null
  /** It is on this device only, as the server cannot be reached. */
  isReceiptKept: boolean
  canEnd: boolean
  canReopen: boolean
  onAsk: (asked: Asked) => void
  onReopen: () => void
}

/** Shows only what ends a solution, and the receipt of the last one. No rating draws it again. */
export const AnnotationHead = memo(function AnnotationHead(props: AnnotationHeadProps) {
  const { project, person, screening, receipt, canEnd, onAsk } = props
  const asks = { onAsk, canSkip: screening === null }
  return (
    <RunningHead
      place={
        <Link
          href={`/projects/${project.slug}`}
          className="text-ink-2 no-underline hover:text-ink max-desk:hidden"
        >
          {project.name}
        </Link>
      }
      right={
        <>
          <span
            className={classes('text-ink-3', screening ? 'max-desk:hidden' : 'max-wide:hidden')}
          >
            {describeDone(props)}
          </span>
          <span className="px-2 max-desk:hidden">
            <GuidelineLink slug={project.slug} version={project.guidelineVersion} />
          </span>
          {canEnd && <Endings {...asks} />}
          {canEnd && <More slug={project.slug} {...asks} />}
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
    </RunningHead>
  )
})

const describeDone = ({ screening, doneToday }: AnnotationHeadProps) =>
  screening
    ? `Screening ${screening.number} of ${screening.of}`
    : `${formatCount(doneToday)} done today`

function LastReceipt({ receipt, isReceiptKept, canReopen, onReopen }: AnnotationHeadProps) {
  const keyCap = useKeyCap()
  return (
    <p role="status" className="flex min-w-0 items-center">
      {receipt && (
        <span className="flex h-7 min-w-0 items-center gap-1.5 border-l border-rule pl-4 text-ink-2 max-desk:border-0 max-desk:pl-0">
          <Icon name={isReceiptKept ? 'kept' : 'saved'} />
          <span className="truncate">{receipt.words}</span>
        </span>
      )}
      {canReopen && (
        <QuietButton
          tone="accent"
          onMouseDown={keepFocus}
          onClick={onReopen}
          className="max-desk:hidden"
        >
          <KeyCap name={keyCap('undo')} /> Open again
        </QuietButton>
      )}
    </p>
  )
}

type AskProps = Pick<AnnotationHeadProps, 'onAsk'> & { canSkip: boolean }

function Endings({ onAsk, canSkip }: AskProps) {
  const keyCap = useKeyCap()
  const keyName = useKeyName()
  return listEndings(canSkip).map((ending) => (
    <QuietButton
      key={ending}
      keyCap={keyCap(askedWords[ending].keyAct)}
      aria-keyshortcuts={keyName(askedWords[ending].keyAct)}
      onMouseDown={keepFocus}
      onClick={() => onAsk(ending)}
      className="max-desk:hidden"
    >
      {askedWords[ending].name}
    </QuietButton>
  ))
}

const loadList = () => import('./more-list')
const MoreList = lazy(async () => ({ default: (await loadList()).MoreList }))

const moreClasses = 'grid size-7 place-items-center rounded-control text-ink-2'

/** What has no room in the head: on a wide page what one says of a step, on a phone the endings too. */
function More({ slug, onAsk, canSkip }: AskProps & { slug: string }) {
  return (
    <MenuButton
      label="More"
      trigger={<Icon name="more" />}
      className={moreClasses}
      preload={() => void loadList()}
    >
      <MoreList className={moreClasses} slug={slug} onAsk={onAsk} canSkip={canSkip} />
    </MenuButton>
  )
}
