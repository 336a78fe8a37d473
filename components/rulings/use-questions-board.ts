import { useRouter } from 'next/navigation'
import { useState } from 'react'
import type { OutcomeWords } from '@/components/ui/outcome'
import { describeError } from '@/lib/client/read-refusal'
import { formatNoun } from '@/lib/platform/format'
import { writeDraft } from './check-ruling'
import { nameAsk, type SentAsk, type ShownStep } from './question'
import { answerWith, discard, makeRuling, reopen, setAside } from './send-question'
import { useLitQuestion } from './use-lit-question'

export type QuestionsBoardState = ReturnType<typeof useQuestionsBoard>

/** How the last act is taken back: gives how many questions wait again. */
type Undo = () => Promise<number>

/** Steps that were asked about, what is done about them, and what came of it. */
export function useQuestionsBoard(slug: string, given: readonly ShownStep[]) {
  const router = useRouter()
  const rows = useLitQuestion(given)
  const [outcome, setOutcome] = useState<OutcomeWords | null>(null)
  const [undo, setUndo] = useState<Undo | null>(null)
  /** Lit when it was dealt with: undo lights it again. */
  const [dealt, setDealt] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)

  /** One call at a time; then the page shows what is now. */
  async function act(run: () => Promise<{ words: string; undo: Undo | null }>) {
    if (isBusy) return
    setBusy(true)
    try {
      const done = await run()
      setOutcome({ kind: 'done', words: done.words })
      setUndo(() => done.undo)
      router.refresh()
    } catch (error) {
      setOutcome({ kind: 'wrong', words: describeError(error) })
    } finally {
      setBusy(false)
    }
  }

  const deal = (run: (asks: SentAsk[], lit: ShownStep) => Promise<{ words: string; undo: Undo }>) =>
    act(async () => {
      const { lit, together } = rows
      if (!lit) return { words: 'No question is lit.', undo: null }
      const asks = together.flatMap(({ step, asks: own }) => own.map((ask) => nameAsk(step, ask)))
      const done = await run(asks, lit)
      rows.drop(together)
      setDealt(lit.key)
      return done
    })

  const rule = () =>
    deal(async (asks, lit) => {
      const ruling = await makeRuling(slug, writeDraft(rows.readDraft(lit), lit), asks)
      const words = `Ruling ${ruling} answers ${countQuestions(asks)}, and waits to be published.`
      return { words, undo: () => discard(slug, ruling) }
    })

  const answer = (ruling: number) =>
    deal(async (asks) => {
      const questions = await answerWith(slug, ruling, asks)
      const words = `Ruling ${ruling} answers ${countQuestions(asks)} more.`
      return { words, undo: () => reopen(slug, questions) }
    })

  const leave = (note: string) =>
    deal(async (asks) => {
      const questions = await setAside(slug, asks, note)
      const words = `${formatNoun(questions.length, 'question is', 'questions are')} set aside.`
      return { words, undo: () => reopen(slug, questions) }
    })

  const takeBack = () =>
    act(async () => {
      const count = undo === null ? 0 : await undo()
      if (dealt !== null) rows.light(dealt)
      return {
        words: `${formatNoun(count, 'question waits', 'questions wait')} again.`,
        undo: null,
      }
    })

  return { ...rows, outcome, isBusy, canUndo: undo !== null, rule, answer, leave, takeBack }
}

const countQuestions = (asks: readonly SentAsk[]) => formatNoun(asks.length, 'question')
