import { Icon } from '@/components/ui/icon'
import { Menu, MenuAction } from '@/components/ui/menu'
import { promptSpecs, listEndings, type Prompt } from './prompts'
import { useAriaKeyShortcuts } from './sheet-context'

interface MoreListProps {
  slug: string
  className: string
  canSkip: boolean
  onPrompt: (prompt: Prompt) => void
}

/** The opened overflow menu. */
export function MoreList({ slug, className, canSkip, onPrompt }: MoreListProps) {
  const keyName = useAriaKeyShortcuts()
  return (
    <Menu
      label="More"
      align="end"
      trigger={<Icon name="more" />}
      triggerClassName={className}
      isInitiallyOpen
    >
      {(['comment', 'bad_split'] as const).map((prompt) => (
        <MenuAction
          key={prompt}
          keyName={keyName(promptSpecs[prompt].keyAct)}
          onClick={() => onPrompt(prompt)}
        >
          {prompt === 'comment' ? 'Comment' : 'Report a bad split'}
        </MenuAction>
      ))}
      {listEndings(canSkip).map((ending) => (
        <MenuAction key={ending} className="desk:hidden" onClick={() => onPrompt(ending)}>
          {promptSpecs[ending].name}
        </MenuAction>
      ))}
      <MenuAction
        className="desk:hidden"
        onClick={() => void open(`/projects/${slug}/guideline`, '_blank', 'noopener')}
      >
        Guideline
      </MenuAction>
    </Menu>
  )
}
