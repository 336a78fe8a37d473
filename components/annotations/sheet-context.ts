import { createContext, useContext } from 'react'
import { defaultKeymap, printKey, type KeyAct, type Keymap } from '@/lib/auth/keys'

interface SheetParts {
  /** The project's name in addresses. */
  project: string
  /** The guideline's version that was read when the page opened. */
  guidelineRead: number
  keymap: Keymap
  /** Nothing is saved, and nothing has to be. */
  isPractice: boolean
}

/** What everything on the labelling screen may need to know. */
export const SheetContext = createContext<SheetParts>({
  project: '',
  guidelineRead: 0,
  keymap: defaultKeymap,
  isPractice: false,
})

export function useSheet(): SheetParts {
  return useContext(SheetContext)
}

/** What is printed on the key of an act. */
export function useKeyCap(): (act: KeyAct) => string {
  const { keymap } = useSheet()
  return (act) => printKey(keymap[act])
}

/** As `aria-keyshortcuts` names it. */
export function useKeyName(): (act: KeyAct) => string {
  const { keymap } = useSheet()
  return (act) => keymap[act]
}
