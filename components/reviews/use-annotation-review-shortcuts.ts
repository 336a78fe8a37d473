import { useShortcuts } from '@/components/shell/use-shortcuts'
import { type ActionWithShortcut, bindActionShortcuts } from './action-shortcuts'

/** Shortcuts of the page. While the return panel is open, only those that close it. */
export function useAnnotationReviewShortcuts(
  actions: readonly ActionWithShortcut[],
  { isReturning, close }: { isReturning: boolean; close: () => void },
): void {
  const enabledActions = isReturning ? actions.filter(({ name }) => name === 'allKeys') : actions
  useShortcuts({ ...bindActionShortcuts(enabledActions), Escape: close })
}
