import { createContext, useContext } from 'react'
import { defaultKeymap, formatKey, type Keymap, type ShortcutAction } from '@/lib/auth/keymap'

interface LabellingScreenContextValue {
  /** Project slug. */
  project: string
  /** The guideline version that the annotator had confirmed when the page opened. */
  confirmedGuidelineVersion: number
  keymap: Keymap
  /** Nothing is saved. */
  isPractice: boolean
}

/** Values shared by the parts of the labelling screen. */
export const LabellingScreenContext = createContext<LabellingScreenContextValue>({
  project: '',
  confirmedGuidelineVersion: 0,
  keymap: defaultKeymap,
  isPractice: false,
})

/** Whether nothing can be changed now, because an error must be resolved or a guideline read first. */
export const EditingBlockContext = createContext(false)

export function useLabellingScreenContext(): LabellingScreenContextValue {
  return useContext(LabellingScreenContext)
}

/** The printed key of an action. */
export function useKeyLabeller(): (action: ShortcutAction) => string {
  const { keymap } = useLabellingScreenContext()
  return (action) => formatKey(keymap[action])
}

/** The key of an action, as `aria-keyshortcuts` names it. */
export function useAriaKeyShortcuts(): (action: ShortcutAction) => string {
  const { keymap } = useLabellingScreenContext()
  return (action) => keymap[action]
}
