import { Icon } from '@/components/ui/icon'
import { Menu, MenuAct } from '@/components/ui/menu'
import { askedWords, listEndings, type Asked } from './asked'
import { useKeyName } from './sheet-context'

interface MoreListProps {
  slug: string
  className: string
  canSkip: boolean
  onAsk: (asked: Asked) => void
}

/** The menu of what has no room in the head, open. */
export function MoreList({ slug, className, canSkip, onAsk }: MoreListProps) {
  const keyName = useKeyName()
  return (
    <Menu
      label="More"
      align="end"
      trigger={<Icon name="more" />}
      triggerClassName={className}
      isOpenAtFirst
    >
      {(['comment', 'bad_split'] as const).map((asked) => (
        <MenuAct
          key={asked}
          keyName={keyName(askedWords[asked].keyAct)}
          onClick={() => onAsk(asked)}
        >
          {asked === 'comment' ? 'Comment on the step' : 'Report a bad split'}
        </MenuAct>
      ))}
      {listEndings(canSkip).map((ending) => (
        <MenuAct key={ending} className="desk:hidden" onClick={() => onAsk(ending)}>
          {askedWords[ending].name}
        </MenuAct>
      ))}
      <MenuAct
        className="desk:hidden"
        onClick={() => void open(`/projects/${slug}/guideline`, '_blank', 'noopener')}
      >
        Guideline
      </MenuAct>
    </Menu>
  )
}
