import { ReturnPanel } from './return-panel'
import type { AdjudicationPanelState } from './use-review-panel'
import type { AdjudicationEditor } from './use-adjudication'
import { TextPanel } from './text-panel'

/** What is asked in place, if anything is. */
export function AdjudicationPanel({
  editor,
  panel,
}: {
  editor: AdjudicationEditor
  panel: AdjudicationPanelState
}) {
  if (panel.open === 'note')
    return (
      <TextPanel
        title="Note"
        label="Why it is so"
        hint={
          editor.isGold
            ? 'It stands with the adjudication, and who is checked with this gold reads it afterwards.'
            : 'It stands with the adjudication, for reviewers.'
        }
        text={editor.note}
        submitLabel="Keep it"
        missingText={null}
        onChange={editor.setNote}
        onSubmit={panel.close}
        onClose={panel.close}
      />
    )
  if (panel.open === 'return')
    return (
      <ReturnPanel
        annotations={panel.returnable}
        chosen={panel.chosen}
        isBusy={editor.sending.isBusy}
        note={panel.draft}
        onNoteChange={panel.setDraft}
        onChoose={panel.choose}
        onReturn={panel.returnOne}
        onClose={panel.close}
      />
    )
  return null
}
