import { useState } from 'react'
import { keepWords, readWords } from '@/lib/client/keep-words'
import type { LabellingWork } from '@/lib/client/labelling-work'
import { findNote, type NoteKind } from '@/lib/labelling/content'
import { findNotePlace } from '@/lib/labelling/targets'
import type { WorkEvent, WorkState } from '@/lib/labelling/work-state'
import {
  askedWords,
  emptyAskedDraft,
  isEnding,
  readAsked,
  type Asked,
  type AskedDraft,
} from './asked'

export interface AskedActs {
  asked: Asked | null
  draft: AskedDraft
  /** Something of this kind is said here already. */
  isSaid: boolean
  change: (draft: AskedDraft) => void
  /** The nth reason on screen. */
  choose: (index: number) => void
  /** Ends the solution, or keeps the note, unless something is still missing. */
  end: (by: WorkEvent['inputMethod']) => void
  /** Keeps a note that was begun, before the solution is submitted. */
  keepNote: (by: WorkEvent['inputMethod']) => void
  takeOff: (by: WorkEvent['inputMethod']) => void
  close: () => void
}

/** What is asked in place; what was chosen and written stays when it is closed. */
export function useAsked(
  labelling: LabellingWork,
  state: WorkState,
  lease: string,
  asked: Asked | null,
  onAsk: (asked: Asked | null) => void,
): AskedActs {
  const [drafts, setDrafts] = useState<Readonly<Record<string, AskedDraft>>>({})
  const beside = findNotePlace(state.content, state.shape, state.lit)
  const kind = asked && !isEnding(asked) ? asked : null
  const note = kind ? findNote(state.content, { ...beside, kind }) : undefined
  const key = kind ? `${kind}/${beside.step}/${beside.option}` : String(asked)
  const place = `${lease}/${key}`
  const draft = drafts[key] ?? readKept(asked, readWords(place)) ?? readNote(kind, note?.text)

  function change(changed: AskedDraft) {
    keepWords(place, changed.words)
    setDrafts({ ...drafts, [key]: changed })
  }

  function choose(index: number) {
    if (asked && index < askedWords[asked].reasons.length) change({ ...draft, chosen: index })
  }

  function forget() {
    keepWords(place, '')
    const { [key]: _, ...others } = drafts
    setDrafts(others)
  }

  function end(by: WorkEvent['inputMethod']) {
    const read = asked && readAsked(asked, draft)
    if (!read || 'missing' in read) return
    if (asked === 'skip') return labelling.skip(read.words)
    if (isEnding(asked)) return labelling.submit(asked, read.words, by)
    labelling.act({ type: 'note', kind: asked, text: read.words }, by)
    forget()
    onAsk(null)
  }

  function keepNote(by: WorkEvent['inputMethod']) {
    if (kind && draft.words.trim() !== '') end(by)
  }

  function takeOff(by: WorkEvent['inputMethod']) {
    if (!asked || isEnding(asked)) return
    labelling.act({ type: 'note', kind: asked, text: null }, by)
    forget()
    onAsk(null)
  }

  const isSaid = note !== undefined
  const close = () => onAsk(null)
  return { asked, draft, isSaid, change, choose, end, keepNote, takeOff, close }
}

/** Words from before a reload: where reasons are listed, under the last of them. */
function readKept(asked: Asked | null, words: string | null): AskedDraft | null {
  if (asked === null || words === null) return null
  const { reasons } = askedWords[asked]
  return { chosen: reasons.length > 0 ? reasons.length - 1 : null, words }
}

/** A note that is there is changed in one's own words: where reasons are listed, under the last of them. */
function readNote(kind: NoteKind | null, text: string | undefined): AskedDraft {
  if (kind === null || text === undefined) return emptyAskedDraft
  const { reasons } = askedWords[kind]
  return { chosen: reasons.length > 0 ? reasons.length - 1 : null, words: text }
}
