import { useState } from 'react'
import { findNote, type NoteKind } from '@/lib/annotations/content'
import type { WorkEvent, WorkState } from '@/lib/annotations/work-state'
import { findNoteTarget, listSelectableTargets } from '@/lib/annotations/work-targets'
import type { AnnotationController } from '@/lib/client/annotation-controller'
import { storeUnfinishedText, readUnfinishedText } from '@/lib/client/unfinished-text'
import { noteKinds } from '@/lib/formats/record'
import {
  emptyNoteFormDraft,
  isEarlyFinishReason,
  listNoteFormReasons,
  readNoteFormDraft,
  type NoteFormKind,
  type NoteFormDraft,
} from './note-forms'

export interface NoteFormActions {
  activePrompt: NoteFormKind | null
  /** Empty for a text only. */
  reasons: readonly string[]
  draft: NoteFormDraft
  /** The target has a note of this kind. */
  hasNote: boolean
  change: (draft: NoteFormDraft) => void
  /** The nth reason on screen. */
  choose: (index: number) => void
  /** Ends the solution or saves the note, unless something is missing. */
  end: (by: WorkEvent['inputMethod']) => void
  removeNote: (by: WorkEvent['inputMethod']) => void
  /**
   * Saves the open note, or opens the first one that was closed unsaved. Returns whether the solution can be
   * submitted.
   */
  settleNotes: (by: WorkEvent['inputMethod']) => boolean
  /** The open note was left unsaved, and the solution can't be submitted before it is saved or deleted. */
  isOverdue: boolean
  close: () => void
}

interface NoteFormContext {
  controller: Pick<AnnotationController, 'dispatch' | 'skip' | 'submit'>
  state: WorkState
  lease: string
  prompt: NoteFormKind | null
  onPrompt: (prompt: NoteFormKind | null) => void
}

/** By note or prompt. */
export type NoteFormDrafts = Readonly<Record<string, NoteFormDraft>>

interface NoteFormState {
  drafts: NoteFormDrafts
  setDrafts: (drafts: NoteFormDrafts) => void
  /** The note that was left unsaved. */
  overdueKey: string | null
  setOverdueKey: (key: string | null) => void
}

/** State of the open prompt. Its input is kept when it is closed. */
export function useNoteForm(context: NoteFormContext): NoteFormActions {
  const [drafts, setDrafts] = useState<NoteFormDrafts>({})
  const [overdueKey, setOverdueKey] = useState<string | null>(null)
  return makeNoteFormActions(context, { drafts, setDrafts, overdueKey, setOverdueKey })
}

export function makeNoteFormActions(
  { controller, state, lease, prompt, onPrompt }: NoteFormContext,
  { drafts, setDrafts, overdueKey, setOverdueKey }: NoteFormState,
): NoteFormActions {
  const noteTarget = findNoteTarget(state.content, state.shape, state.currentTarget)
  const kind = prompt && !isEarlyFinishReason(prompt) ? prompt : null
  const reasons = prompt ? listNoteFormReasons(prompt, noteTarget.step, state.shape.stepCount) : []
  const note = kind ? findNote(state.content, { ...noteTarget, kind }) : undefined
  const key = kind ? nameNote({ ...noteTarget, kind }) : String(prompt)
  const storageName = `${lease}/${key}`
  const draft =
    drafts[key] ??
    readStoredDraft(reasons, readUnfinishedText(storageName)) ??
    readNote(reasons, note?.text)

  function change(changedPromptDraft: NoteFormDraft) {
    storeUnfinishedText(storageName, changedPromptDraft.text)
    setDrafts({ ...drafts, [key]: changedPromptDraft })
  }

  function choose(index: number) {
    if (index < reasons.length) change({ ...draft, chosen: index })
  }

  function forget() {
    storeUnfinishedText(storageName, '')
    setOverdueKey(null)
    const { [key]: _, ...others } = drafts
    setDrafts(others)
  }

  function end(by: WorkEvent['inputMethod']) {
    const read = prompt && readNoteFormDraft(prompt, draft, reasons)
    if (!read || 'missing' in read) return
    if (prompt === 'skip') return controller.skip(read.text)
    if (isEarlyFinishReason(prompt)) {
      if (!openUnsavedNote()) controller.submit(prompt, read.text, by)
      return
    }
    controller.dispatch({ type: 'note', kind: prompt, text: read.text }, by)
    forget()
    onPrompt(null)
  }

  function settleNotes(by: WorkEvent['inputMethod']): boolean {
    if (kind && draft.text.trim() !== '') end(by)
    return !openUnsavedNote()
  }

  function removeNote(by: WorkEvent['inputMethod']) {
    if (!prompt || isEarlyFinishReason(prompt)) return
    controller.dispatch({ type: 'note', kind: prompt, text: null }, by)
    forget()
    onPrompt(null)
  }

  /** Opens the first note, other than the open one, whose text was left unsaved. Returns whether there is one. */
  function openUnsavedNote(): boolean {
    const unsaved = listReachableNotes(state).find(({ note: target }) => {
      const name = nameNote(target)
      const saved = findNote(state.content, target)?.text ?? ''
      return name !== key && name in drafts && drafts[name]!.text.trim() !== saved
    })
    if (!unsaved) return false
    controller.dispatch({ type: 'select', target: unsaved.target }, 'key')
    setOverdueKey(nameNote(unsaved.note))
    onPrompt(unsaved.note.kind)
    return true
  }

  const hasNote = note !== undefined
  const close = () => onPrompt(null)
  return {
    activePrompt: prompt,
    reasons,
    draft,
    hasNote,
    change,
    choose,
    end,
    removeNote,
    settleNotes,
    isOverdue: overdueKey === key,
    close,
  }
}

type NoteTarget = ReturnType<typeof findNoteTarget> & { kind: NoteKind }

const nameNote = ({ kind, step, option }: NoteTarget) => `${kind}/${step}/${option}`

/** Every note that the annotator could make, with what to select for it. */
const listReachableNotes = ({ content, shape }: WorkState) =>
  listSelectableTargets(content, shape).flatMap((target) =>
    noteKinds.map((kind) => ({
      target,
      note: { ...findNoteTarget(content, shape, target), kind } satisfies NoteTarget,
    })),
  )

/** Text from before a reload, under the last reason. */
function readStoredDraft(reasons: readonly string[], text: string | null): NoteFormDraft | null {
  return text === null ? null : { chosen: chooseLast(reasons), text }
}

/** The text of an existing note, under the last reason. */
function readNote(reasons: readonly string[], text: string | undefined): NoteFormDraft {
  return text === undefined ? emptyNoteFormDraft : { chosen: chooseLast(reasons), text }
}

const chooseLast = ({ length }: readonly string[]) => (length > 0 ? length - 1 : null)
