import { useState } from 'react'
import { storeText, readStoredText } from '@/lib/client/stored-text'
import type { RulingBoard } from './use-ruling'
import { nameColumn } from './describe-review'
import type { Returnable } from './return-panel'
import { sendBack } from './send-ruling'

export type ReviewPanel = ReturnType<typeof useReviewPanel>

/** What is asked in place: why one rules so, or which annotation goes back. */
export function useReviewPanel(slug: string, board: RulingBoard) {
  const [open, setOpen] = useState<'note' | 'return' | null>(null)
  const [asked, setChosen] = useState<string | null>(null)
  const [draft, setDraft] = useStoredText(`return/${board.given.solution}`)
  const returnable = board.columns.flatMap((id): Returnable[] => {
    const match = board.given.annotations.find(({ annotation }) => annotation === id)
    if (!match) return []
    const { annotation, submittedAt, returnRefusal } = match
    return [{ annotation, submittedAt, name: nameColumn(match), refusal: returnRefusal }]
  })
  const at = returnable.length === 1 ? 0 : returnable.findIndex((one) => one.annotation === asked)
  const close = () => setOpen(null)

  async function returnOne({ annotation, submittedAt }: Returnable, note: string) {
    const isDone = await board.sending.send(() => sendBack(slug, { annotation, submittedAt }, note))
    if (!isDone) return
    setDraft('')
    setChosen(null)
    close()
  }

  return {
    ...{ open, draft, setDraft, returnable, close },
    chosen: at === -1 ? null : at,
    choose: (nth: number) => setChosen(returnable[nth]?.annotation ?? asked),
    toggle: (what: 'note' | 'return') => setOpen(open === what ? null : what),
    returnOne: (one: Returnable, note: string) => void returnOne(one, note),
  }
}

/** Text that this tab stores until it is sent. Use it only where the field opens after a key press, not with the page. */
export function useStoredText(name: string) {
  const [text, setText] = useState(() => readStoredText(name) ?? '')
  const change = (changed: string) => {
    storeText(name, changed)
    setText(changed)
  }
  return [text, change] as const
}
