import { keyActs, type Keymap } from '@/lib/auth/keys'
import { ratingLooks, ratings } from '@/components/annotations/ratings'
import { nameColumn } from './describe-review'
import type { KeyedAct } from './keyed-act'
import type { RulingKeys } from './ruling-keys'
import type { ReviewPanel } from './use-review-panel'
import type { RulingBoard } from './use-ruling'

export interface RulingAct extends KeyedAct {
  /** On a button. */
  name: string
}

interface Parts {
  board: RulingBoard
  panel: ReviewPanel
  keymap: Keymap
  keys: RulingKeys
  go: { next: () => void; question: () => void }
  toggles: { problem: () => void; raw: () => void; keys: () => void }
}

/** What one may do with the annotations as they stand: what can do nothing is not offered. */
export function listOwnActs({
  board,
  panel,
  keys,
  go,
}: Omit<Parts, 'keymap' | 'toggles'>): RulingAct[] {
  const { given, columns, work } = board
  const canRule = given.refusal === null
  const adopts = columns.flatMap((id, place): RulingAct[] => {
    const column = given.annotations.find(({ annotation }) => annotation === id)
    if (!column?.isCompared || !canRule) return []
    const name = `Adopt ${nameColumn(column)}`
    const key = place === 0 ? keys.adoptFirst : keys.adoptSecond
    const run = () => board.adopt(place === 0 ? 0 : 1)
    return [
      {
        act: `adopt${place}`,
        key,
        name,
        words: `take over all ratings of ${nameColumn(column)}`,
        run,
      },
    ]
  })
  const step = work.lit.kind === 'step' ? work.lit.step + 1 : null
  return [
    ...adopts,
    ...(panel.returnable.length > 0
      ? [
          {
            ...{ act: 'return', key: keys.sendBack, run: () => panel.toggle('return') },
            name: panel.returnable.length === 1 ? 'Send it back' : 'Send one back',
            words: 'send one back to its annotator, with a comment',
          },
        ]
      : []),
    {
      ...{ act: 'question', key: keys.question, name: 'Make it a ruling in the guideline' },
      words: `make it a ruling in the guideline${step === null ? '' : `, of step ${step}`}`,
      run: go.question,
    },
    { act: 'next', key: keys.next, name: 'Next', words: 'the next of the list', run: go.next },
  ]
}

/** Every key, for the list of keys and for the keys themselves. */
export function listRulingKeys(parts: Parts): RulingAct[] {
  const { board, panel, keymap, keys, toggles } = parts
  const rate = (nth: number) => () => board.acts.rateLit(ratings[nth]!)
  const shared = (
    act: keyof Keymap,
    run: () => void,
    words: string = keyActs[act].words,
  ): RulingAct => ({ ...{ act, key: keymap[act], name: words, words, run } })
  const meaning = (nth: number) =>
    `${ratingLooks[ratings[nth]!].word}: ${ratingLooks[ratings[nth]!].meaning}`
  return [
    shared('rateNegative', rate(0), meaning(0)),
    shared('rateNeutral', rate(1), meaning(1)),
    shared('ratePositive', rate(2), meaning(2)),
    shared('previous', () => board.acts.move(-1)),
    shared('next', () => board.acts.move(1)),
    shared('undo', board.undo, board.isSettled ? 'take the adjudication back' : 'undo'),
    ...listOwnActs(parts),
    ...(board.canGold
      ? [
          {
            act: 'gold',
            key: keys.gold,
            name: 'Make it gold',
            words: 'make it gold, or not',
            run: board.toggleGold,
          },
        ]
      : []),
    shared('comment', () => panel.toggle('note'), 'note why'),
    shared('problem', toggles.problem),
    shared('raw', toggles.raw),
    shared('allKeys', toggles.keys),
    shared('submit', board.rule, 'adjudicate'),
  ]
}
