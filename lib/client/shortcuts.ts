import { punctuationKeys } from '@/lib/auth/keys'

/** The parts of a KeyboardEvent that decide. */
export type PressedKey = Pick<
  KeyboardEvent,
  'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey' | 'isComposing' | 'target'
>

/** Keys by what is printed on them: `1`, `z`, `?`, `Enter`, `Escape`. */
export type Shortcuts = Readonly<Partial<Record<string, () => void>>>

const typingInputs = 'input:not([type=radio], [type=checkbox], [type=button], [type=submit])'
const typing = `${typingInputs}, textarea, select, [contenteditable]:not([contenteditable=false])`
/** They have keys of their own while they are open. */
const opened = '[role=menu], [role=listbox], [role=dialog]'
/** Enter presses these; radios are left by it, as they take only the space bar. */
const pressable = 'a[href], button:not([role=radio]), summary'

/**
 * The shortcut that a key stands for; null while somebody types, has a menu open or holds a modifier. Digits and
 * letters by their place where the layout has no Latin ones (Cyrillic, or French figures).
 */
export function readShortcut(event: PressedKey): string | null {
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return null
  if (isInside(event.target, `${typing}, ${opened}`)) return null
  const { key } = event
  if (key === 'Enter') return isInside(event.target, pressable) ? null : key
  // Marks by what is typed: where a layout needs shift for one, it still is that key.
  if (key === 'Escape' || (punctuationKeys as readonly string[]).includes(key)) return key
  if (/^\d$/.test(key)) return key
  if (event.shiftKey) return null
  if (/^[a-zA-Z]$/.test(key)) return key.toLowerCase()
  const place = /^(?:Digit|Numpad|Key)([0-9A-Z])$/.exec(event.code)?.[1]
  const hasLatin = key.length !== 1 || (key.charCodeAt(0) < 128 && !event.code.startsWith('Digit'))
  return hasLatin ? null : (place?.toLowerCase() ?? null)
}

/** Runs what a key stands for. A key that is held down does it once. Returns what ends the listening. */
export function listenForShortcuts(find: () => Shortcuts): () => void {
  function press(event: KeyboardEvent) {
    if (event.defaultPrevented) return
    const key = readShortcut(event)
    const act = key === null ? undefined : find()[key]
    if (!act) return
    event.preventDefault()
    if (!event.repeat) act()
  }
  document.addEventListener('keydown', press)
  return () => document.removeEventListener('keydown', press)
}

function isInside(target: EventTarget | null, selector: string): boolean {
  const element = target as Partial<Element> | null
  return Boolean(element?.closest?.(selector))
}
