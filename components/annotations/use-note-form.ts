import { useState } from 'react'
import { findNote, type NoteKind } from '@/lib/annotations/content'
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
import { storeUnfinishedText, readUnfinishedText } from '@/lib/client/unfinished-text'
import { noteKinds } from '@/lib/formats/record'
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
  /**
   * Saves the open note, or opens the first one that was closed unsaved. Returns whether the solution can be
   * submitted.
   */
  settleNotes: (inputMethod: InputMethod) => boolean
  /** The open note was closed unsaved before. The solution can't be submitted until it is saved or deleted. */
  blocksSubmission: boolean
  close: () => void
}

interface NoteFormContext {
  controller: Pick<AnnotationController, 'dispatch' | 'skip' | 'submit'>
  state: WorkState
  lease: string
  /** Fills the form that had ended a reopened solution. */
  earlyEnd: EarlyEnd | null
  activeForm: NoteFormKind | null
  onFormChange: (form: NoteFormKind | null) => void
}

/** Keyed by note, or by form if it ends the solution. */
export type NoteFormDrafts = Readonly<Record<string, NoteFormDraft>>

interface NoteFormState {
  drafts: NoteFormDrafts
  setDrafts: (drafts: NoteFormDrafts) => void
  /** Key of the note that was closed unsaved and that a submission has opened again. */
  unsavedKey: string | null
  setUnsavedKey: (key: string | null) => void
}

/** State of the open form. Its input is kept when it is closed. */
export function useNoteForm(context: NoteFormContext): NoteFormActions {
  const [drafts, setDrafts] = useState<NoteFormDrafts>({})
  const [unsavedKey, setUnsavedKey] = useState<string | null>(null)
  return makeNoteFormActions(context, { drafts, setDrafts, unsavedKey, setUnsavedKey })
}

export function makeNoteFormActions(
  { controller, state, lease, earlyEnd, activeForm, onFormChange }: NoteFormContext,
  { drafts, setDrafts, unsavedKey, setUnsavedKey }: NoteFormState,
): NoteFormActions {
  const noteTarget = findNoteTarget(state.content, state.shape, state.currentTarget)
  const kind = activeForm && !isEarlyEndAction(activeForm) ? activeForm : null
  const reasons = activeForm
    ? listNoteFormReasons(activeForm, noteTarget.step, state.shape.stepCount)
    : []
  const note = kind ? findNote(state.content, { ...noteTarget, kind }) : undefined
  const key = kind ? getNoteKey({ ...noteTarget, kind }) : String(activeForm)
  const storageName = `${lease}/${key}`
  const sentText = earlyEnd && earlyEnd.reason === activeForm ? earlyEnd.note : undefined
  const storedText = readUnfinishedText(storageName) ?? note?.text ?? sentText
  const draft =
    drafts[key] ??
    (storedText === undefined ? emptyNoteFormDraft : parseNoteFormText(storedText, reasons))

  function change(changedDraft: NoteFormDraft) {
    const result = activeForm && composeNoteFormText(activeForm, changedDraft, reasons)
    storeUnfinishedText(storageName, result && 'text' in result ? result.text : changedDraft.text)
    setDrafts({ ...drafts, [key]: changedDraft })
  }

  function choose(index: number) {
    if (index < reasons.length) change({ ...draft, chosenReason: index })
  }

  function discardDraft() {
    storeUnfinishedText(storageName, '')
    setUnsavedKey(null)
    const { [key]: _, ...remainingDrafts } = drafts
    setDrafts(remainingDrafts)
  }

  function submitForm(inputMethod: InputMethod) {
    const result = activeForm && composeNoteFormText(activeForm, draft, reasons)
    if (!result || 'missing' in result) return
    if (activeForm === 'skip') return controller.skip(result.text)
    if (isEarlyEndAction(activeForm)) {
      if (!openUnsavedNote()) controller.submit(activeForm, result.text, inputMethod)
      return
    }
    controller.dispatch({ type: 'note', kind: activeForm, text: result.text }, inputMethod)
    discardDraft()
    onFormChange(null)
  }

  function settleNotes(inputMethod: InputMethod): boolean {
    const result = kind && composeNoteFormText(kind, draft, reasons)
    if (result && 'text' in result && result.text !== '') submitForm(inputMethod)
    return !openUnsavedNote()
  }

  function removeNote(inputMethod: InputMethod) {
    if (!activeForm || isEarlyEndAction(activeForm)) return
    controller.dispatch({ type: 'note', kind: activeForm, text: null }, inputMethod)
    discardDraft()
    onFormChange(null)
  }

  /** Opens the first note, other than the open one, whose text was left unsaved. Returns whether there is one. */
  function openUnsavedNote(): boolean {
    const unsavedNote = listReachableNotes(state).find(({ note: target }) => {
      const name = getNoteKey(target)
      const savedNote = findNote(state.content, target)?.text ?? ''
      const savedDetails = parseNoteFormText(
        savedNote,
        listNoteFormReasons(target.kind, target.step, state.shape.stepCount),
      ).text
      return name !== key && name in drafts && drafts[name]!.text.trim() !== savedDetails
    })
    if (!unsavedNote) return false
    controller.dispatch({ type: 'select', target: unsavedNote.target }, 'key')
    setUnsavedKey(getNoteKey(unsavedNote.note))
    onFormChange(unsavedNote.note.kind)
    return true
  }

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
    settleNotes,
    blocksSubmission: unsavedKey === key,
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

/** Every note that the annotator could write, with the target to select for it. */
const listReachableNotes = ({ content, shape }: WorkState) =>
  listSelectableTargets(content, shape).flatMap((target) =>
    noteKinds.map((kind) => ({
      target,
      note: { ...findNoteTarget(content, shape, target), kind } satisfies NoteTarget,
    })),
  )
