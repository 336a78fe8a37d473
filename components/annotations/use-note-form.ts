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
  /** Saves an unfinished note before the solution is submitted. */
  saveNote: (by: WorkEvent['inputMethod']) => void
  removeNote: (by: WorkEvent['inputMethod']) => void
  /** Opens the first note whose text was left unsaved, and returns whether there is one. */
  openUnsavedNote: () => boolean
  /** The open note was left unsaved, and the solution can't be submitted before it is saved or deleted. */
  isOverdue: boolean
  close: () => void
}

/** State of the open prompt. Its input is kept when it is closed. */
export function useNoteForm(
  controller: AnnotationController,
  state: WorkState,
  lease: string,
  prompt: NoteFormKind | null,
  onPrompt: (prompt: NoteFormKind | null) => void,
): NoteFormActions {
  const [drafts, setDrafts] = useState<Readonly<Record<string, NoteFormDraft>>>({})
  const [overdueKey, setOverdueKey] = useState<string | null>(null)
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
    if (isEarlyFinishReason(prompt)) return controller.submit(prompt, read.text, by)
    controller.dispatch({ type: 'note', kind: prompt, text: read.text }, by)
    forget()
    onPrompt(null)
  }

  function saveNote(by: WorkEvent['inputMethod']) {
    if (kind && draft.text.trim() !== '') end(by)
  }

  function removeNote(by: WorkEvent['inputMethod']) {
    if (!prompt || isEarlyFinishReason(prompt)) return
    controller.dispatch({ type: 'note', kind: prompt, text: null }, by)
    forget()
    onPrompt(null)
  }

  function openUnsavedNote(): boolean {
    const unsaved = listNoteTargets(state).find(
      (target) =>
        nameNote(target) in drafts &&
        drafts[nameNote(target)]!.text.trim() !== (findNote(state.content, target)?.text ?? ''),
    )
    if (!unsaved) return false
    const { step, option } = unsaved
    const target =
      option === null ? { kind: 'step' as const, step } : { kind: 'option' as const, step, option }
    controller.dispatch({ type: 'select', target }, 'key')
    setOverdueKey(nameNote(unsaved))
    onPrompt(unsaved.kind)
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
    saveNote,
    removeNote,
    openUnsavedNote,
    isOverdue: overdueKey === key,
    close,
  }
}

type NoteTarget = ReturnType<typeof findNoteTarget> & { kind: NoteKind }

const nameNote = ({ kind, step, option }: NoteTarget) => `${kind}/${step}/${option}`

/** Every note that the annotator could make on the steps and options that can be selected. */
const listNoteTargets = ({ content, shape }: WorkState): NoteTarget[] =>
  listSelectableTargets(content, shape).flatMap((target) =>
    target.kind === 'step' || target.kind === 'option'
      ? noteKinds.map((kind) => ({ ...findNoteTarget(content, shape, target), kind }))
      : [],
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
