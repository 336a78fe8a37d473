import { ReturnPanel } from './return-panel'
import type { ReviewPanel } from './use-review-panel'
import type { RulingBoard } from './use-ruling'
import { WordsPanel } from './words-panel'

/** What is asked in place, if anything is. */
export function RulingPanel({ board, panel }: { board: RulingBoard; panel: ReviewPanel }) {
  if (panel.open === 'note')
    return (
      <WordsPanel
        title="Note"
        label="Why it is so"
        hint={
          board.isGold
            ? 'It stands with the adjudication, and who is checked with this gold reads it afterwards.'
            : 'It stands with the adjudication, for reviewers.'
        }
        words={board.note}
        act="Keep it"
        missing={null}
        onChange={board.setNote}
        onEnd={panel.close}
        onClose={panel.close}
      />
    )
  if (panel.open === 'return')
    return (
      <ReturnPanel
        annotations={panel.returnable}
        chosen={panel.chosen}
        isBusy={board.sending.isBusy}
        words={panel.draft}
        onWords={panel.setDraft}
        onChoose={panel.choose}
        onReturn={panel.returnOne}
        onClose={panel.close}
      />
    )
  return null
}
