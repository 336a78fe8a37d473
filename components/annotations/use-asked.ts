import { useState } from 'react'
import { storeText, readStoredText } from '@/lib/client/stored-text'
import type { AnnotationWork } from '@/lib/client/annotation-work'
import { findNote } from '@/lib/annotations/content'
import { findNotePlace } from '@/lib/annotations/targets'
import type { WorkEvent, WorkState } from '@/lib/annotations/work-state'
import {
  emptyAskedDraft,
  isEnding,
  listReasons,
  readAsked,
  type Asked,
  type AskedDraft,
} from './asked'

export interface AskedActs {
  asked: Asked | null
  /** To choose from; empty where only words are asked for. */
  reasons: readonly string[]
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
  annotation: AnnotationWork,
  state: WorkState,
  lease: string,
  asked: Asked | null,
  onAsk: (asked: Asked | null) => void,
): AskedActs {
  const [drafts, setDrafts] = useState<Readonly<Record<string, AskedDraft>>>({})
  const beside = findNotePlace(state.content, state.shape, state.lit)
  const kind = asked && !isEnding(asked) ? asked : null
  const reasons = asked ? listReasons(asked, beside.step, state.shape.stepCount) : []
  const note = kind ? findNote(state.content, { ...beside, kind }) : undefined
  const key = kind ? `${kind}/${beside.step}/${beside.option}` : String(asked)
  const place = `${lease}/${key}`
  const draft =
    drafts[key] ?? readKept(reasons, readStoredText(place)) ?? readNote(reasons, note?.text)

  function change(changed: AskedDraft) {
    storeText(place, changed.words)
    setDrafts({ ...drafts, [key]: changed })
  }

  function choose(index: number) {
    if (index < reasons.length) change({ ...draft, chosen: index })
  }

  function forget() {
    storeText(place, '')
    const { [key]: _, ...others } = drafts
    setDrafts(others)
  }

  function end(by: WorkEvent['inputMethod']) {
    const read = asked && readAsked(asked, draft, reasons)
    if (!read || 'missing' in read) return
    if (asked === 'skip') return annotation.skip(read.words)
    if (isEnding(asked)) return annotation.submit(asked, read.words, by)
    annotation.act({ type: 'note', kind: asked, text: read.words }, by)
    forget()
    onAsk(null)
  }

  function keepNote(by: WorkEvent['inputMethod']) {
    if (kind && draft.words.trim() !== '') end(by)
  }

  function takeOff(by: WorkEvent['inputMethod']) {
    if (!asked || isEnding(asked)) return
    annotation.act({ type: 'note', kind: asked, text: null }, by)
    forget()
    onAsk(null)
  }

  const isSaid = note !== undefined
  const close = () => onAsk(null)
  return { asked, reasons, draft, isSaid, change, choose, end, keepNote, takeOff, close }
}

/** Words from before a reload: where reasons are listed, under the last of them. */
function readKept(reasons: readonly string[], words: string | null): AskedDraft | null {
  return words === null ? null : { chosen: chooseLast(reasons), words }
}

/** A note that is there is changed in one's own words: where reasons are listed, under the last of them. */
function readNote(reasons: readonly string[], text: string | undefined): AskedDraft {
  return text === undefined ? emptyAskedDraft : { chosen: chooseLast(reasons), words: text }
}

const chooseLast = ({ length }: readonly string[]) => (length > 0 ? length - 1 : null)
