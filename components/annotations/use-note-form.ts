import { useContext, useState } from 'react'
import { findNote, type AnnotationNote, type NoteKind } from '@/lib/annotations/content'
import type { InputMethod } from '@/lib/annotations/state-fields'
import { formatOptionName } from '@/lib/annotations/work-labels'
import type { WorkState } from '@/lib/annotations/work-state'
import {
  findNoteTarget,
  listSelectableTargets,
  type WorkTarget,
} from '@/lib/annotations/work-targets'
import type { AnnotationController } from '@/lib/client/annotation-controller'
import type { EarlyEnd } from '@/lib/client/labelling-screen-view'
import {
  listUnfinishedTexts,
  storeUnfinishedText,
  readUnfinishedText,
} from '@/lib/client/unfinished-text'
import { noteKinds } from '@/lib/formats/record'
import { EditingBlockContext } from './labelling-screen-context'
import {
  emptyNoteFormDraft,
  isEarlyEndAction,
  listNoteFormReasons,
  composeNoteFormText,
  parseNoteFormText,
  type NoteFormKind,
  type NoteFormDraft,
} from './note-forms'

export interface NoteFormActions {
  activeForm: NoteFormKind | null
  /** What the note is about: `step 4`, `option 4a`. Null for a form that ends the solution. */
  target: string | null
  isAboutOption: boolean
  /** Empty for a text only. */
  reasons: readonly string[]
  draft: NoteFormDraft
  /** The target has a note of this kind. */
  hasNote: boolean
  change: (draft: NoteFormDraft) => void
  /** Chooses a reason. */
  choose: (index: number) => void
  /** Ends the solution or saves the note, unless a reason or text is missing. */
  submitForm: (inputMethod: InputMethod) => void
  removeNote: (inputMethod: InputMethod) => void
  /** The open form differs from the note. */
  isUnadded: boolean
  /** Deletes the input of the open form, so that the note stays as it is. */
  discard: () => void
  /**
   * Adds the open note and saves the open text, or opens the first note or text that was closed before. Returns whether the
   * solution can be submitted.
   */
  settleNotes: (inputMethod: InputMethod) => boolean
  /** The open note was closed before it was added. The solution can't be submitted until it is added or deleted. */
  blocksSubmission: boolean
  /** Some note is written, but not added yet. */
  hasUnaddedNote: boolean
  /** The notes of the annotation, and those of closed forms that are not added yet. */
  marginNotes: readonly MarginNote[]
  close: () => void
}

export interface MarginNote extends AnnotationNote {
  /** The content of a form that was closed before it was added. */
  isUnadded?: true
}

interface NoteFormContext {
  controller: Pick<AnnotationController, 'dispatch' | 'skip' | 'submit'>
  state: WorkState
  /** The beginning of the storage names of drafts. */
  storageName: string
  /** Fills the form that had ended a reopened solution. */
  earlyEnd: EarlyEnd | null
  activeForm: NoteFormKind | null
  /** Nothing can be changed now, so the open form keeps its text. */
  isBlocked: boolean
  onFormChange: (form: NoteFormKind | null) => void
  /** Saves the open text field, or opens a closed one that is not saved. Returns whether the solution can be submitted. */
  settleTexts: (inputMethod: InputMethod) => boolean
}

/** Keyed by note, or by form if it ends the solution. */
export type NoteFormDrafts = Readonly<Record<string, NoteFormDraft>>

interface NoteFormState {
  drafts: NoteFormDrafts
  setDrafts: (drafts: NoteFormDrafts) => void
  /** Key of the note that was closed before it was added and that a submission has opened again. */
  reopenedKey: string | null
  setReopenedKey: (key: string | null) => void
}

/** State of the open form. Its input is kept when it is closed. */
export function useNoteForm(context: Omit<NoteFormContext, 'isBlocked'>): NoteFormActions {
  const isBlocked = useContext(EditingBlockContext)
  const [drafts, setDrafts] = useState(() => readStoredDrafts(context))
  const [reopenedKey, setReopenedKey] = useState<string | null>(null)
  return makeNoteFormActions(
    { ...context, isBlocked },
    { drafts, setDrafts, reopenedKey, setReopenedKey },
  )
}

export function makeNoteFormActions(
  context: NoteFormContext,
  { drafts, setDrafts, reopenedKey, setReopenedKey }: NoteFormState,
): NoteFormActions {
  const { controller, state, storageName, earlyEnd, activeForm, isBlocked, onFormChange } = context
  const noteTarget = findNoteTarget(state.content, state.shape, state.currentTarget)
  const kind = activeForm && !isEarlyEndAction(activeForm) ? activeForm : null
  const reasons = activeForm
    ? listNoteFormReasons(activeForm, noteTarget.step, state.shape.stepCount)
    : []
  const note = kind ? findNote(state.content, { ...noteTarget, kind }) : undefined
  const key = kind ? getNoteKey({ ...noteTarget, kind }) : String(activeForm)
  const itemName = `${storageName}/${key}`
  const sentText = earlyEnd && earlyEnd.reason === activeForm ? earlyEnd.note : undefined
  const storedText = readUnfinishedText(itemName) ?? note?.text ?? sentText
  const draft =
    drafts[key] ??
    (storedText === undefined ? emptyNoteFormDraft : parseNoteFormText(storedText, reasons))

  function change(changedDraft: NoteFormDraft) {
    const result = activeForm && composeNoteFormText(activeForm, changedDraft, reasons)
    storeUnfinishedText(itemName, result && 'text' in result ? result.text : changedDraft.text)
    setDrafts({ ...drafts, [key]: changedDraft })
  }

  function choose(index: number) {
    if (index < reasons.length) change({ ...draft, chosenReason: index })
  }

  function discard() {
    storeUnfinishedText(itemName, '')
    setReopenedKey(null)
    const { [key]: _, ...remainingDrafts } = drafts
    setDrafts(remainingDrafts)
    onFormChange(null)
  }

  function submitForm(inputMethod: InputMethod) {
    const result = activeForm && composeNoteFormText(activeForm, draft, reasons)
    if (isBlocked || !result || 'missing' in result) return
    if (activeForm === 'skip') return controller.skip(result.text)
    if (isEarlyEndAction(activeForm)) {
      if (settleClosedInput(inputMethod)) controller.submit(activeForm, result.text, inputMethod)
      return
    }
    controller.dispatch({ type: 'note', kind: activeForm, text: result.text }, inputMethod)
    discard()
  }

  function settleNotes(inputMethod: InputMethod): boolean {
    const result = kind && composeNoteFormText(kind, draft, reasons)
    if (result && 'text' in result && result.text !== '') submitForm(inputMethod)
    return settleClosedInput(inputMethod)
  }

  function removeNote(inputMethod: InputMethod) {
    if (isBlocked || !activeForm || isEarlyEndAction(activeForm)) return
    controller.dispatch({ type: 'note', kind: activeForm, text: null }, inputMethod)
    discard()
  }

  const unaddedNotes = listUnaddedNotes(state, drafts)
  const closedNotes = unaddedNotes.filter((unadded) => getNoteKey(unadded.note) !== key)

  /** Opens the first note, other than the open one, that is not added. Returns whether there is one. */
  function openUnaddedNote(): boolean {
    const [unaddedNote] = closedNotes
    if (!unaddedNote) return false
    controller.dispatch({ type: 'select', target: unaddedNote.target }, 'key')
    setReopenedKey(getNoteKey(unaddedNote.note))
    onFormChange(unaddedNote.note.kind)
    return true
  }

  function settleClosedInput(inputMethod: InputMethod): boolean {
    if (openUnaddedNote()) return false
    if (context.settleTexts(inputMethod)) return true
    onFormChange(null)
    return false
  }

  const { notes } = state.content
  const writtenNotes = closedNotes.flatMap(({ note: unadded }) =>
    unadded.text === '' ? [] : [{ ...unadded, isUnadded: true as const }],
  )
  const hasNote = note !== undefined
  const close = () => onFormChange(null)
  return {
    activeForm,
    target: kind && formatNoteTarget(state.currentTarget, noteTarget.step),
    isAboutOption: kind !== null && state.currentTarget.kind === 'option',
    reasons,
    draft,
    hasNote,
    change,
    choose,
    submitForm,
    removeNote,
    isUnadded: closedNotes.length < unaddedNotes.length,
    discard,
    settleNotes,
    blocksSubmission: reopenedKey === key,
    hasUnaddedNote: unaddedNotes.length > 0,
    // The same array without such notes, so that saving does not render the steps again.
    marginNotes: writtenNotes.length === 0 ? notes : [...notes, ...writtenNotes],
    close,
  }
}

function formatNoteTarget(currentTarget: WorkTarget, step: number): string | null {
  if (currentTarget.kind === 'option')
    return `option ${formatOptionName(currentTarget.step, currentTarget.option)}`
  return step < 0 ? null : `step ${step + 1}`
}

type NoteTarget = ReturnType<typeof findNoteTarget> & { kind: NoteKind }

const getNoteKey = ({ kind, step, option }: NoteTarget) => `${kind}/${step}/${option}`

/** What was written or chosen in forms, but not added. The text is empty if it says nothing, so that a note is to be removed. */
function listUnaddedNotes(state: WorkState, drafts: NoteFormDrafts) {
  if (Object.keys(drafts).length === 0) return []
  return listReachableNotes(state).flatMap(({ target, note }) => {
    const draft = drafts[getNoteKey(note)]
    if (!draft) return []
    const reasons = listNoteFormReasons(note.kind, note.step, state.shape.stepCount)
    const result = composeNoteFormText(note.kind, draft, reasons)
    const text = 'text' in result ? result.text : ''
    const addedText = findNote(state.content, note)?.text ?? ''
    return text === addedText ? [] : [{ target, note: { ...note, text } }]
  })
}

/** Texts of notes from before a reload. */
function readStoredDrafts({ storageName, state }: Pick<NoteFormContext, 'storageName' | 'state'>) {
  const drafts: Record<string, NoteFormDraft> = {}
  for (const [key, text] of listUnfinishedTexts(`${storageName}/`)) {
    const kind = noteKinds.find((each) => key.startsWith(`${each}/`))
    const step = Number(key.split('/')[1])
    if (!kind) continue
    const reasons = listNoteFormReasons(kind, step, state.shape.stepCount)
    drafts[key] = parseNoteFormText(text, reasons)
  }
  return drafts
}

/** Every note that the annotator could write, with the target to select for it. */
const listReachableNotes = ({ content, shape }: WorkState) =>
  listSelectableTargets(content, shape).flatMap((target) =>
    noteKinds.map((kind) => ({
      target,
      note: { ...findNoteTarget(content, shape, target), kind } satisfies NoteTarget,
    })),
  )
