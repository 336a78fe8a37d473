import { type ChangeEvent, type KeyboardEvent, useId, useRef } from 'react'
import { Icon } from '@/components/ui/icon'
import { LinkButton } from '@/components/ui/link-button'
import { TableCell } from '@/components/ui/table'
import { type ShortcutAction, defaultKeymap, formatKey } from '@/lib/auth/keymap'
import { shortcutDescriptions } from '@/lib/auth/shortcut-descriptions'
import { capitalise } from '@/lib/platform/format'
import type { KeyAssignmentResult } from './assign-key'
import { readPressedKey } from './read-pressed-key'

/** Why a key was not set, and how to fix it. */
export type ShortcutProblem = Exclude<KeyAssignmentResult, { kind: 'moved' }>

interface ShortcutRowProps {
  action: ShortcutAction
  keyName: string
  notice: ShortcutProblem | null
  onSet: (key: string) => void
  onSwap: () => void
  /** Dismisses the notice. */
  onDismiss: () => void
}

/** Keys that screen readers skip as punctuation. */
const spelledKeys: Record<string, string> = {
  '?': 'question mark',
  ',': 'comma',
  '.': 'full stop',
  ';': 'semicolon',
  '/': 'slash',
  '-': 'minus',
  '=': 'equals',
}

/** The spoken name: `z`, `question mark`. */
export function getSpokenKeyName(key: string): string {
  return spelledKeys[key] ?? key
}

/** An action with a field for its key: the next key pressed there becomes the new one. */
export function ShortcutRow({
  action,
  keyName,
  notice,
  onSet,
  onSwap,
  onDismiss,
}: ShortcutRowProps) {
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  const { label } = shortcutDescriptions[action]
  const defaultKey = defaultKeymap[action]
  const keyCap = formatKey(keyName)
  const name = capitalise(label)

  function handleKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    const pressedKey = readPressedKey(event.nativeEvent)
    if (pressedKey.kind === 'pass') return
    event.preventDefault()
    if (pressedKey.kind === 'key') onSet(pressedKey.key)
    if (pressedKey.kind === 'unusable') onSet(event.key)
    if (pressedKey.kind === 'cancel') {
      onDismiss()
      event.currentTarget.blur()
    }
  }

  /** Phone keyboards send no key events, only the new text. The added character is the key. */
  function handleChange(event: ChangeEvent<HTMLInputElement>) {
    const character = event.currentTarget.value.replace(keyCap, '').at(-1)
    if (character) onSet(character.toLowerCase())
  }

  /** The buttons disappear after use, so the focus returns to the field. */
  function actFromButton(run: () => void) {
    run()
    field.current?.focus()
  }

  return (
    <tr>
      <TableCell className="pr-4">
        <span id={`${id}-now`} hidden>
          {getSpokenKeyName(keyName)}: press another key to change it
        </span>
        <input
          ref={field}
          id={id}
          value={keyCap}
          onKeyDown={handleKeyDown}
          onChange={handleChange}
          onFocus={(event) => event.currentTarget.select()}
          aria-describedby={notice ? `${id}-notice` : `${id}-now`}
          aria-invalid={notice ? true : undefined}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          className="h-7 w-10 cursor-pointer rounded-key border border-line bg-surface text-center font-label text-ink-2 caret-transparent hover:bg-wash focus:border-accent focus:text-accent focus:outline-2 focus:-outline-offset-1 focus:outline-accent aria-invalid:border-negative max-desk:h-9 max-desk:w-12 max-desk:text-[1rem]"
        />
      </TableCell>
      <TableCell className="w-full">
        <label htmlFor={id}>{name}</label>
        <div id={`${id}-notice`} aria-live="polite" className="text-negative">
          {notice && (
            <p className="flex flex-wrap items-baseline gap-x-3 pt-0.5">
              <span>
                <Icon name="warn" className="mr-1.5 inline-block size-4 align-[-3px]" />
                {notice.message}
              </span>
              {notice.kind === 'taken' && notice.swappedKeymap && (
                <LinkButton onClick={() => actFromButton(onSwap)}>{notice.swapLabel}</LinkButton>
              )}
              <LinkButton onClick={() => actFromButton(onDismiss)}>Cancel</LinkButton>
            </p>
          )}
        </div>
      </TableCell>
      <TableCell className="min-w-28 whitespace-nowrap text-ink-3 max-desk:min-w-20">
        {keyName !== defaultKey && (
          <LinkButton
            aria-label={`Reset ${name} to ${formatKey(defaultKey)}`}
            onClick={() => actFromButton(() => onSet(defaultKey))}
          >
            Reset to {formatKey(defaultKey)}
          </LinkButton>
        )}
      </TableCell>
    </tr>
  )
}
