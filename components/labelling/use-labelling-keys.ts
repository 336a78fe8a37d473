import { useEffect, useRef } from 'react'
import { listenForShortcuts, type Shortcuts } from '@/lib/client/shortcuts'
import type { NamedKey } from './all-keys'
import { ratingLooks, ratings } from './ratings'
import { endings, endingWords, type Ending } from './reasons'
import type { LabellingActs } from './use-labelling-acts'
import type { ReasonActs } from './use-reason'

interface KeyParts {
  acts: LabellingActs
  reason: ReasonActs
  toggles: { problem: () => void; raw: () => void; keys: () => void; closeKeys: () => void }
  onAsk: (ending: Ending | null) => void
}

/** Answers the keys, and names them all for the list of keys. */
export function useLabellingKeys(parts: KeyParts): NamedKey[] {
  const keys = listKeys(parts)
  const shortcuts = useRef<Shortcuts>({})
  useEffect(() => {
    shortcuts.current = parts.reason.ending
      ? bindReasonKeys(parts, keys)
      : { ...bindKeys(keys), Escape: parts.toggles.closeKeys }
  })
  useEffect(() => listenForShortcuts(() => shortcuts.current), [])
  return keys
}

const printed: Record<string, string> = { '⏎': 'Enter' }

function bindKeys(keys: readonly NamedKey[]): Shortcuts {
  return Object.fromEntries(keys.map(({ cap, act }) => [printed[cap] ?? cap, act]))
}

/** While a reason is asked for, digits choose it; what would change ratings behind it waits. */
function bindReasonKeys({ reason }: KeyParts, keys: readonly NamedKey[]): Shortcuts {
  const others = keys.filter(({ cap }) => /[sgbpr?]/.test(cap))
  const digits = [1, 2, 3, 4].map((digit) => [String(digit), () => reason.choose(digit - 1)])
  return {
    ...bindKeys(others),
    ...(Object.fromEntries(digits) as Shortcuts),
    Enter: () => reason.end('key'),
    Escape: reason.close,
  }
}

function listKeys({ acts, reason, toggles, onAsk }: KeyParts): NamedKey[] {
  return [
    ...ratings.map((rating, index) => ({
      cap: String(index + 1),
      words: `${ratingLooks[rating].word}: ${ratingLooks[rating].meaning}`,
      act: () => acts.rateLit(rating, 'key'),
    })),
    { cap: 'k', words: 'back to the one before', act: () => acts.move(-1) },
    { cap: 'j', words: 'on to the next', act: () => acts.move(1) },
    { cap: 'z', words: 'undo, across steps', act: () => acts.undo('key') },
    { cap: 'p', words: 'fold or unfold the problem', act: toggles.problem },
    { cap: 'r', words: 'raw text', act: toggles.raw },
    ...endings.map((ending) => ({
      cap: endingWords[ending].keyName,
      words: endingWords[ending].name.toLowerCase(),
      act: () => onAsk(reason.ending === ending ? null : ending),
    })),
    { cap: '⏎', words: 'submit', act: () => acts.submit('key') },
    { cap: '?', words: 'all keys', act: toggles.keys },
  ]
}
