import {
  makeTextEditor,
  readStoredTextDrafts,
  type TextDrafts,
  type TextEditorContext,
} from '@/components/annotations/text-editor'
import { makeEditingActions } from '@/components/annotations/use-annotation-actions'
import {
  applyWorkAction,
  type WorkActionWithoutContext,
  type WorkState,
} from '@/lib/annotations/work-state'
import type { WorkTarget } from '@/lib/annotations/work-targets'

/** The text fields of a solution, as the labelling screen keeps them, without a browser. */
export function openTextEditor(
  initialState: WorkState,
  explanations: TextEditorContext['explanations'] = {},
) {
  let state = initialState
  let isBlocked = false
  let openTarget: WorkTarget | null = null
  let drafts: TextDrafts = readStoredTextDrafts('annotation')
  let reopenedKey: string | null = null
  const dispatch = (action: WorkActionWithoutContext) => {
    state = applyWorkAction(state, { ...action, inputMethod: 'key', activeMs: 0 })
  }
  const actions = makeEditingActions(dispatch)
  return {
    dispatch,
    actions,
    /** From now on, nothing can be changed. */
    block: () => void (isBlocked = true),
    readState: () => state,
    makeEditor: () =>
      makeTextEditor(
        { storageName: 'annotation', state, explanations, isBlocked, actions },
        {
          openTarget,
          setOpenTarget: (next) => (openTarget = next),
          drafts,
          setDrafts: (next) => (drafts = next),
          reopenedKey,
          setReopenedKey: (next) => (reopenedKey = next),
        },
      ),
  }
}
