import { punctuationKeys } from '@/lib/auth/keymap'
import { isComposing, type ComposableKeyPress } from '@/lib/platform/is-composing'

/** The fields of a KeyboardEvent that matter. */
export type KeyPress = ComposableKeyPress &
  Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey' | 'target'>

/** Actions by printed key: `1`, `z`, `?`, `Enter`, `Escape`. */
export type ShortcutHandlersByKey = Readonly<Partial<Record<string, () => void>>>

const typingInputs = 'input:not([type=radio], [type=checkbox], [type=button], [type=submit])'
const typingTargets = `${typingInputs}, textarea, select, [contenteditable]:not([contenteditable=false])`
/** Overlays that handle keys themselves. */
const openOverlays = '[role=menu], [role=listbox], [role=dialog]'
/** Enter presses these. Radio buttons react only to the space bar. */
const pressable = 'a[href], button:not([role=radio]), summary'

/**
 * The shortcut of a key press; null while the user types, has a menu open or holds a modifier. Uses the physical key if
 * the layout has no Latin letters or unshifted digits (Cyrillic, French).
 */
export function readShortcutKey(event: KeyPress): string | null {
  if (event.ctrlKey || event.metaKey || event.altKey || isComposing(event)) return null
  if (isInside(event.target, `${typingTargets}, ${openOverlays}`)) return null
  const { key } = event
  if (key === 'Enter') return isInside(event.target, pressable) ? null : key
  // Punctuation by what is typed, because some layouts need shift for it.
  if (key === 'Escape' || (punctuationKeys as readonly string[]).includes(key)) return key
  if (/^\d$/.test(key)) return key
  if (event.shiftKey) return null
  if (/^[a-zA-Z]$/.test(key)) return key.toLowerCase()
  const physicalKey = /^(?:Digit|Numpad|Key)([0-9A-Z])$/.exec(event.code)?.[1]
  const hasLatin = key.length !== 1 || (key.charCodeAt(0) < 128 && !event.code.startsWith('Digit'))
  return hasLatin ? null : (physicalKey?.toLowerCase() ?? null)
}

/** Runs shortcuts, once per key press. Returns a function that stops it. */
export function listenForShortcuts(findHandlers: () => ShortcutHandlersByKey): () => void {
  function handleKeyDown(event: KeyboardEvent) {
    if (event.defaultPrevented && !isEnterOnRadio(event)) return
    const key = readShortcutKey(event)
    const action = key === null ? undefined : findHandlers()[key]
    if (!action) return
    event.preventDefault()
    if (!event.repeat) action()
  }
  document.addEventListener('keydown', handleKeyDown)
  return () => document.removeEventListener('keydown', handleKeyDown)
}

/** A radio button prevents Enter from pressing it. Enter is a shortcut there all the same. */
const isEnterOnRadio = ({ key, target }: KeyPress) =>
  key === 'Enter' && isInside(target, '[role=radio]')

function isInside(target: EventTarget | null, selector: string): boolean {
  const element = target as Partial<Element> | null
  return Boolean(element?.closest?.(selector))
}
