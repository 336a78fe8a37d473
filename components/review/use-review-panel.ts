import { useState } from 'react'
import { keepWords, readWords } from '@/lib/client/keep-words'
import type { RulingBoard } from './use-ruling'
import { nameColumn } from './describe-review'
import type { Returnable } from './return-panel'
import { sendBack } from './send-ruling'

export type ReviewPanel = ReturnType<typeof useReviewPanel>

/** What is asked in place: why one rules so, or which annotation goes back. */
export function useReviewPanel(slug: string, board: RulingBoard) {
  const [open, setOpen] = useState<'note' | 'return' | null>(null)
  const [asked, setChosen] = useState<string | null>(null)
  const [words, setWords] = useKeptWords(`return/${board.given.solution}`)
  const returnable = board.columns.flatMap((id): Returnable[] => {
    const found = board.given.annotations.find(({ annotation }) => annotation === id)
    if (!found) return []
    const { annotation, submittedAt, returnRefusal } = found
    return [{ annotation, submittedAt, name: nameColumn(found), refusal: returnRefusal }]
  })
  const at = returnable.length === 1 ? 0 : returnable.findIndex((one) => one.annotation === asked)
  const close = () => setOpen(null)

  async function returnOne({ annotation, submittedAt }: Returnable, note: string) {
    const isDone = await board.sending.send(() => sendBack(slug, { annotation, submittedAt }, note))
    if (!isDone) return
    setWords('')
    setChosen(null)
    close()
  }

  return {
    ...{ open, words, setWords, returnable, close },
    chosen: at === -1 ? null : at,
    choose: (nth: number) => setChosen(returnable[nth]?.annotation ?? asked),
    toggle: (what: 'note' | 'return') => setOpen(open === what ? null : what),
    returnOne: (one: Returnable, note: string) => void returnOne(one, note),
  }
}

/** Words that are kept for this tab until they are sent. They are asked for by a key, never as the page opens. */
export function useKeptWords(place: string) {
  const [words, setWords] = useState(() => readWords(place) ?? '')
  const change = (changed: string) => {
    keepWords(place, changed)
    setWords(changed)
  }
  return [words, change] as const
}
