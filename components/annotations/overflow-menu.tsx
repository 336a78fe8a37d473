import { Icon } from '@/components/ui/icon'
import { Menu, MenuAction } from '@/components/ui/menu'
import type { MenuOpeningMethod } from '@/components/ui/menu-opening-method'
import { useAriaKeyShortcuts } from './labelling-screen-context'
import { noteFormSpecs, listEarlyEndActions, type NoteFormKind } from './note-forms'

interface OverflowMenuProps {
  slug: string
  className: string
  canSkip: boolean
  opening: MenuOpeningMethod
  onOpenForm: (form: NoteFormKind) => void
}

/** The opened overflow menu. */
export function OverflowMenu({ slug, className, canSkip, opening, onOpenForm }: OverflowMenuProps) {
  const keyName = useAriaKeyShortcuts()
  return (
    <Menu
      label="More"
      align="end"
      trigger={<Icon name="more" />}
      triggerClassName={className}
      initialOpening={opening}
    >
      {(['comment', 'bad_split'] as const).map((kind) => (
        <MenuAction
          key={kind}
          keyName={keyName(noteFormSpecs[kind].shortcut)}
          onClick={() => onOpenForm(kind)}
        >
          {kind === 'comment' ? 'Comment' : 'Report bad split'}
        </MenuAction>
      ))}
      {listEarlyEndActions(canSkip).map((reason) => (
        <MenuAction
          key={reason}
          keyName={keyName(noteFormSpecs[reason].shortcut)}
          className="min-[56.25rem]:hidden"
          onClick={() => onOpenForm(reason)}
        >
          {noteFormSpecs[reason].name}
        </MenuAction>
      ))}
      <MenuAction
        className="min-[44rem]:hidden"
        onClick={() => void open(`/projects/${slug}/guideline`, '_blank', 'noopener')}
      >
        Guideline
      </MenuAction>
    </Menu>
  )
}
