import { preventFocusChange } from '@/components/annotations/input-method'
import { ChangeShortcutsLink } from '@/components/annotations/shortcut-list'
import { KeyLabel } from '@/components/ui/key-label'
import { formatOptionalKey } from '@/lib/auth/keymap'
import type { AnswerAction } from './answer-actions'
import type { AnswerShortcuts } from './answer-shortcuts'
import { verdictOrder } from './answers'
import { verdictMeanings, verdictNames } from './describe-answers'
import type { AnswerListState } from './use-answer-list'

/** `alternativeKey` does the same as `key`. */
type KeyLine = Pick<AnswerAction, 'key' | 'description' | 'run'> & { alternativeKey?: string }

/** All keys with what they do. Each line is also a button. */
export function AnswerShortcutList({
  listState,
  keys,
  actions,
  hint,
}: {
  listState: AnswerListState
  keys: AnswerShortcuts
  actions: readonly AnswerAction[]
  /** What a verdict in this list applies to. */
  hint: string
}) {
  const meanings = verdictMeanings[listState.current?.kind ?? 'pair']
  const lines: KeyLine[] = [
    ...verdictOrder.map((verdict) => ({
      key: keys[verdict],
      description: `${verdictNames[verdict]}: ${meanings[verdict]}`,
      run: () => void listState.settle(verdict),
    })),
    ...[
      {
        key: keys.previous,
        alternativeKey: '↑',
        description: 'Previous row',
        run: () => listState.move(-1),
      },
      {
        key: keys.next,
        alternativeKey: '↓',
        description: 'Next row',
        run: () => listState.move(1),
      },
    ],
    ...actions,
  ]
  return (
    <section
      aria-label="All keys"
      onMouseDown={preventFocusChange}
      className="border-t border-rule px-4 py-3 max-desk:hidden"
    >
      <div className="grid grid-cols-2 gap-x-8 wide:auto-cols-[minmax(0,28rem)] wide:grid-flow-col wide:grid-cols-none wide:grid-rows-5">
        {lines.map(({ key, alternativeKey, description, run }) => {
          const keyCaps = [formatOptionalKey(key), formatOptionalKey(alternativeKey ?? null)]
          return (
            <button
              key={description}
              type="button"
              onClick={run}
              className="grid grid-cols-[3.5rem_1fr] items-baseline rounded-control px-2 py-0.5 text-left text-ink-2 hover:bg-paper hover:text-ink"
            >
              <span className="flex gap-1">
                {keyCaps.map((keyCap) => keyCap && <KeyLabel key={keyCap} name={keyCap} />)}
              </span>
              {description}
            </button>
          )
        })}
      </div>
      <p className="px-2 pt-2 text-caption text-ink-3">
        {hint} <ChangeShortcutsLink hasOwnKeys />
      </p>
    </section>
  )
}
