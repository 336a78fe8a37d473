import { createContext, useContext } from 'react'
import { defaultKeymap, formatKey, type KeyAction, type Keymap } from '@/lib/auth/keys'

interface SheetContextValue {
  /** Project slug. */
  project: string
  /** The guideline version confirmed when the page opened. */
  guidelineRead: number
  keymap: Keymap
  /** Nothing is saved. */
  isPractice: boolean
}

/** Values shared by the parts of the label screen. */
export const SheetContext = createContext<SheetContextValue>({
  project: '',
  guidelineRead: 0,
  keymap: defaultKeymap,
  isPractice: false,
})

export function useSheet(): SheetContextValue {
  return useContext(SheetContext)
}

/** The printed key of an action. */
export function useKeyCap(): (action: KeyAction) => string {
  const { keymap } = useSheet()
  return (action) => formatKey(keymap[action])
}

/** As `aria-keyshortcuts` names it. */
export function useAriaKeyShortcuts(): (action: KeyAction) => string {
  const { keymap } = useSheet()
  return (action) => keymap[action]
}
