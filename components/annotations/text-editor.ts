import type { Explanation } from '@/lib/annotations/content'
import type { InputMethod } from '@/lib/annotations/state-fields'
import type { WorkState } from '@/lib/annotations/work-state'
import {
  isEqualTarget,
  listSelectableTargets,
  type WorkTarget,
} from '@/lib/annotations/work-targets'
import { listUnfinishedTexts, storeUnfinishedText } from '@/lib/client/unfinished-text'

/** A target that has a text field. */
export type TextTarget = Extract<WorkTarget, { kind: 'explanation' | 'write' }>

interface TextDraft {
  text: string
  /** False for a saved text that an option or an undo replaced. It does not stop a submission. */
  isTyped: boolean
}

/** Keyed by target. */
export type TextDrafts = Readonly<Record<string, TextDraft>>

/** One text field, open or closed. */
export interface TextField {
  /** What is in the field instead of the saved text; null if nothing was changed. */
  draft: string | null
  /** The draft differs from what is saved. */
  isUnsaved: boolean
  /** A submission has opened the field again, because its text is not saved. */
  blocksSubmission: boolean
  isOpen: boolean
  open: () => void
  /** Closes the field, which keeps its draft. */
  close: () => void
  change: (text: string) => void
  /** Keeps a saved text that was replaced as a draft. */
  keepReplaced: (text: string) => void
  /** Deletes the draft. */
  deleteDraft: () => void
  /** Saves the draft and closes the field. */
  save: (inputMethod: InputMethod) => void
  /** Deletes the draft and closes the field. */
  discard: () => void
}

export interface TextEditorContext {
  /** The beginning of the storage names of drafts. */
  storageName: string
  state: WorkState
  /** Candidate explanations by step. */
  explanations: Readonly<Record<string, readonly { source: string }[]>>
  /** Nothing can be changed now, so drafts stay as they are. */
  isBlocked: boolean
  actions: {
    select: (target: WorkTarget, inputMethod: InputMethod) => void
    explain: (explanation: Explanation, inputMethod: InputMethod) => void
    write: (step: number, text: string, inputMethod: InputMethod) => void
  }
}

export interface TextEditorState {
  openTarget: WorkTarget | null
  setOpenTarget: (target: WorkTarget | null) => void
  drafts: TextDrafts
  setDrafts: (drafts: TextDrafts) => void
  /** Key of the field that a submission has opened again. */
  reopenedKey: string | null
  setReopenedKey: (key: string | null) => void
}

export type TextEditor = ReturnType<typeof makeTextEditor>

export function makeTextEditor(
  { storageName, state, explanations, isBlocked, actions }: TextEditorContext,
  { openTarget, setOpenTarget, drafts, setDrafts, reopenedKey, setReopenedKey }: TextEditorState,
) {
  const { content, shape, currentTarget } = state
  const textTargets = listSelectableTargets(content, shape).filter(isTextTarget)
  const isOpen = (target: WorkTarget) =>
    openTarget !== null &&
    isEqualTarget(openTarget, target) &&
    isEqualTarget(openTarget, currentTarget)

  function isUnsaved(target: TextTarget): boolean {
    const text = drafts[getDraftKey(target)]?.text.trim() ?? ''
    const chosenText = readChosenText(state, explanations, target)
    return text !== '' && text !== (readSavedText(state, target) ?? chosenText)?.trim()
  }

  function setDraft(target: TextTarget, draft: TextDraft | null) {
    const key = getDraftKey(target)
    const { [key]: _, ...remainingDrafts } = drafts
    storeUnfinishedText(`${storageName}/${key}`, draft?.text ?? '')
    setDrafts(draft ? { ...drafts, [key]: draft } : remainingDrafts)
  }

  function openField(target: TextTarget) {
    actions.select(target, 'key')
    setOpenTarget(target)
  }

  /** Opens the text field of the current target, or else of the last target that has one. */
  function write() {
    const target = isTextTarget(currentTarget) ? currentTarget : textTargets.at(-1)
    if (target) openField(target)
  }

  function deleteDraft(target: TextTarget) {
    setDraft(target, null)
    setReopenedKey(null)
  }

  function save(target: TextTarget, inputMethod: InputMethod) {
    const text = (drafts[getDraftKey(target)]?.text ?? readSavedText(state, target) ?? '').trim()
    if (isBlocked || text === '') return
    deleteDraft(target)
    setOpenTarget(null)
    if (target.kind === 'explanation') actions.explain({ option: null, text }, inputMethod)
    else actions.write(target.step, text, inputMethod)
  }

  const unsavedTargets = textTargets.filter(
    (target) => drafts[getDraftKey(target)]?.isTyped && isUnsaved(target),
  )

  /** Opens the field again. Returns whether there is one. */
  function reopenField(target: TextTarget | undefined): boolean {
    if (!target) return false
    openField(target)
    setReopenedKey(getDraftKey(target))
    return true
  }

  return {
    write,
    getField: (target: TextTarget): TextField => ({
      draft: drafts[getDraftKey(target)]?.text ?? null,
      isUnsaved: isUnsaved(target),
      blocksSubmission: reopenedKey === getDraftKey(target),
      isOpen: isOpen(target),
      open: () => openField(target),
      close() {
        if (!isUnsaved(target)) deleteDraft(target)
        setOpenTarget(null)
      },
      change: (text) => setDraft(target, { text, isTyped: true }),
      keepReplaced: (text) => setDraft(target, { text, isTyped: false }),
      deleteDraft: () => deleteDraft(target),
      save: (inputMethod) => save(target, inputMethod),
      discard() {
        deleteDraft(target)
        setOpenTarget(null)
      },
    }),
    /** A text is written, but not saved yet. */
    hasUnsavedText: unsavedTargets.length > 0,
    /** Opens the first field whose text is not saved. Returns whether there is one. */
    openUnsavedText: () => reopenField(unsavedTargets[0]),
    /**
     * Saves the text of the open field, or opens the first closed one whose text is not saved. Returns whether the solution can
     * be submitted.
     */
    settleTexts(inputMethod: InputMethod): boolean {
      const openUnsaved = unsavedTargets.find(isOpen)
      if (openUnsaved) save(openUnsaved, inputMethod)
      return !reopenField(unsavedTargets.find((target) => !isOpen(target)))
    },
  }
}

const isTextTarget = (target: WorkTarget): target is TextTarget =>
  target.kind === 'explanation' || target.kind === 'write'

const getDraftKey = ({ kind, step }: TextTarget) =>
  `${kind === 'explanation' ? 'mistake' : 'step'}/${step}`

const draftKeyPattern = /^(?:mistake|step)\/\d+$/

/** Texts from before a reload. */
export const readStoredTextDrafts = (storageName: string): TextDrafts =>
  Object.fromEntries(
    listUnfinishedTexts(`${storageName}/`)
      .filter(([key]) => draftKeyPattern.test(key))
      .map(([key, text]) => [key, { text, isTyped: true }]),
  )

/** The annotator's own text; null for none. */
function readSavedText({ content }: WorkState, { kind, step }: TextTarget): string | null {
  if (kind === 'write') return content.humanOptions[step] ?? null
  const explanation = content.errors[step]?.explanation
  return explanation?.option === null ? explanation.text : null
}

/** Text of the chosen candidate, if any. The same text in the field does not count as unsaved. */
function readChosenText(
  { content }: WorkState,
  explanations: TextEditorContext['explanations'],
  { kind, step }: TextTarget,
): string | undefined {
  const option = kind === 'explanation' ? content.errors[step]?.explanation?.option : null
  return explanations[step]?.[option ?? -1]?.source
}
