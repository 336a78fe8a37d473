import Link from 'next/link'
import { AccountMenu } from '@/components/shell/account-menu'
import { Icon } from '@/components/ui/icon'
import { formatCount } from '@/lib/platform/format'
import { Menu, MenuAct } from '@/components/ui/menu'
import { QuietButton } from '@/components/ui/quiet-button'
import { RunningHead } from '@/components/ui/running-head'
import { stopsWork, type WorkView } from '@/lib/client/work-view'
import { keepFocus } from './input-method'
import { endings, endingWords, type Ending } from './reasons'

export interface LabellingHeadProps {
  project: { slug: string; name: string }
  person: { name: string; email: string }
  doneToday: number
  view: WorkView | null
  onAsk: (ending: Ending) => void
}

/** Shows only what ends a solution, and the receipt of the last one. */
export function LabellingHead({ project, person, doneToday, view, onAsk }: LabellingHeadProps) {
  const canEnd = view?.stage === 'work' && !stopsWork(view.trouble)
  return (
    <RunningHead
      place={
        <Link
          href={`/projects/${project.slug}`}
          prefetch={false}
          className="text-ink-2 no-underline hover:text-ink max-desk:hidden"
        >
          {project.name}
        </Link>
      }
      right={
        <>
          <span className="text-ink-3 max-wide:hidden">{formatCount(doneToday)} done today</span>
          {canEnd && <Endings onAsk={onAsk} />}
          <div className="ml-2 flex items-center max-desk:ml-0">
            <AccountMenu name={person.name} email={person.email} />
          </div>
        </>
      }
    >
      {!view?.receipt && (
        <span className="text-ink-3 desk:hidden">{formatCount(doneToday)} done today</span>
      )}
      <Receipt view={view} />
    </RunningHead>
  )
}

function Receipt({ view }: { view: WorkView | null }) {
  return (
    <p role="status" className="min-w-0">
      {view?.receipt && (
        <span className="flex h-7 items-center gap-1.5 border-l border-rule pl-4 text-ink-2 max-desk:border-0 max-desk:pl-0">
          <Icon name={view.unreachedSince && view.underWay > 0 ? 'kept' : 'saved'} />
          <span className="truncate">{view.receipt}</span>
        </span>
      )}
    </p>
  )
}

function Endings({ onAsk }: Pick<LabellingHeadProps, 'onAsk'>) {
  return (
    <>
      {endings.map((ending) => (
        <QuietButton
          key={ending}
          keyCap={endingWords[ending].keyName}
          aria-keyshortcuts={endingWords[ending].keyName}
          onMouseDown={keepFocus}
          onClick={() => onAsk(ending)}
          className="max-desk:hidden"
        >
          {endingWords[ending].name}
        </QuietButton>
      ))}
      <span className="desk:hidden">
        <Menu
          label="More: skip, give up, bad problem"
          align="end"
          trigger={<Icon name="more" />}
          triggerClassName="grid size-7 place-items-center rounded-control text-ink-2"
        >
          {endings.map((ending) => (
            <MenuAct key={ending} onClick={() => onAsk(ending)}>
              {endingWords[ending].name}
            </MenuAct>
          ))}
        </Menu>
      </span>
    </>
  )
}
