import { useState } from 'react'
import { getAnnotatorName } from '@/components/reviews/describe-review'
import { findChosenAnnotation } from '@/components/reviews/find-chosen-annotation'
import type { ReturnableAnnotation } from '@/components/reviews/return-panel'
import { returnAnnotation } from '@/components/reviews/review-requests'
import { useSessionStoredText } from '@/components/reviews/use-session-stored-text'
import type { AdjudicationEditor } from './use-adjudication'

export type AdjudicationPanelState = ReturnType<typeof useAdjudicationPanel>

/** State of the note panel and the panel to return an annotation. */
export function useAdjudicationPanel(slug: string, editor: AdjudicationEditor) {
  const [open, setOpen] = useState<'note' | 'return' | null>(null)
  const [chosenId, setChosenId] = useState<string | null>(null)
  const [draft, setDraft] = useSessionStoredText(`return/${editor.comparison.solution}`)
  const returnable = editor.columns.flatMap((id): ReturnableAnnotation[] => {
    const match = editor.comparison.annotations.find(({ annotation }) => annotation === id)
    if (!match) return []
    const { annotation, version, returnRefusal } = match
    const label = `${getAnnotatorName(match)}’s annotation`
    return [{ annotation, version, label, refusal: returnRefusal }]
  })
  const close = () => setOpen(null)

  async function sendReturn({ annotation, version }: ReturnableAnnotation, note: string) {
    const isReturned = await editor.sendAction.runAction(() =>
      returnAnnotation(slug, { annotation, version }, note),
    )
    if (!isReturned) return
    setDraft('')
    setChosenId(null)
    setOpen((latest) => (latest === 'return' ? null : latest))
  }

  return {
    open,
    draft,
    setDraft,
    returnable,
    close,
    chosen: findChosenAnnotation(returnable, chosenId),
    choose: (nth: number) => setChosenId(returnable[nth]?.annotation ?? chosenId),
    toggle: (panelName: 'note' | 'return') => setOpen(open === panelName ? null : panelName),
    sendReturn: (choice: ReturnableAnnotation, note: string) => void sendReturn(choice, note),
  }
}
