import { useContext, useState } from 'react'
import type { WorkState } from '@/lib/annotations/work-state'
import type { WorkTarget } from '@/lib/annotations/work-targets'
import { EditingBlockContext } from './labelling-screen-context'
import { makeTextEditor, readStoredTextDrafts, type TextEditorContext } from './text-editor'

/** State of the text fields of a solution. Their drafts are kept when they are closed. */
export function useExplanationWriting(
  storageName: string,
  state: WorkState,
  { explanations }: Pick<TextEditorContext, 'explanations'>,
  actions: TextEditorContext['actions'],
) {
  const isBlocked = useContext(EditingBlockContext)
  const [openTarget, setOpenTarget] = useState<WorkTarget | null>(null)
  const [drafts, setDrafts] = useState(() => readStoredTextDrafts(storageName))
  const [reopenedKey, setReopenedKey] = useState<string | null>(null)
  return makeTextEditor(
    { storageName, state, explanations, isBlocked, actions },
    { openTarget, setOpenTarget, drafts, setDrafts, reopenedKey, setReopenedKey },
  )
}
