import { createContext, useContext } from 'react'
import { defaultKeymap, formatKey, type Keymap, type ShortcutAction } from '@/lib/auth/keymap'

interface LabelScreenContextValue {
  /** Project slug. */
  project: string
  /** The guideline version confirmed when the page opened. */
  guidelineRead: number
  keymap: Keymap
  /** Nothing is saved. */
  isPractice: boolean
}

/** Values shared by the parts of the label screen. */
export const LabelScreenContext = createContext<LabelScreenContextValue>({
  project: '',
  guidelineRead: 0,
  keymap: defaultKeymap,
  isPractice: false,
})

export function useLabelScreen(): LabelScreenContextValue {
  return useContext(LabelScreenContext)
}

/** The printed key of an action. */
export function useKeyCap(): (action: ShortcutAction) => string {
  const { keymap } = useLabelScreen()
  return (action) => formatKey(keymap[action])
}

/** As `aria-keyshortcuts` names it. */
export function useAriaKeyShortcuts(): (action: ShortcutAction) => string {
  const { keymap } = useLabelScreen()
  return (action) => keymap[action]
}
