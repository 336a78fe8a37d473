import { ReturnPanel } from '@/components/reviews/return-panel'
import { ReviewTextPanel } from '@/components/reviews/review-text-panel'
import { describeNoteReaders } from './describe-adjudication'
import type { AdjudicationEditor } from './use-adjudication'
import type { AdjudicationPanelState } from './use-adjudication-panel'

/** The open panel, if any. */
export function AdjudicationPanel({
  editor,
  panel,
  explainsGold,
}: {
  editor: AdjudicationEditor
  panel: AdjudicationPanelState
  explainsGold: boolean
}) {
  if (panel.open === 'note')
    return (
      <ReviewTextPanel
        title="Note"
        label="Note (optional)"
        hint={describeNoteReaders(editor.isGold, explainsGold)}
        text={editor.note}
        submitLabel="Save note"
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
        isBusy={editor.sendAction.isBusy}
        note={panel.draft}
        onNoteChange={panel.setDraft}
        onChoose={panel.choose}
        onReturn={panel.sendReturn}
        onClose={panel.close}
      />
    )
  return null
}
