'use client'

import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { Outcome, type OutcomeWords } from '@/components/ui/outcome'
import { SectionHead } from '@/components/ui/section-head'
import { call } from '@/lib/client/call'
import { describeError } from '@/lib/client/read-refusal'
import { formatNoun } from '@/lib/platform/format'
import type { changeRulingContract } from '@/lib/review/rulings-contract'
import { readDraft, writeDraft } from './check-ruling'
import { addressQuestions, type RulingReply } from './question'
import { RulingForm } from './ruling-form'
import { discard } from './send-question'

/** A draft can be said otherwise, or taken back: its questions are open again then. */
export function DraftPart({ slug, ruling }: { slug: string; ruling: RulingReply }) {
  const router = useRouter()
  const [draft, setDraft] = useState(() => readDraft(ruling))
  const [isOpen, setOpen] = useState(false)
  const [outcome, setOutcome] = useState<OutcomeWords | null>(null)
  const [isBusy, setBusy] = useState(false)
  const { example } = ruling

  async function act(run: () => Promise<OutcomeWords | null>) {
    if (isBusy) return
    setBusy(true)
    try {
      setOutcome(await run())
      router.refresh()
    } catch (error) {
      setOutcome({ kind: 'wrong', words: describeError(error) })
    } finally {
      setBusy(false)
    }
  }

  const change = () =>
    act(async () => {
      await call<typeof changeRulingContract>(
        { method: 'patch', path: '/projects/{project}/rulings/{ruling}' },
        { project: slug, ruling: ruling.ruling, ...writeDraft(draft, example) },
      )
      setOpen(false)
      return { kind: 'done', words: 'It is changed.' }
    })

  const takeBack = () =>
    act(async () => {
      await discard(slug, ruling.ruling)
      router.push(addressQuestions(slug))
      return null
    })

  return (
    <section aria-labelledby="draft">
      <SectionHead id="draft" title="This is a draft" />
      {isOpen ? (
        <div className="border-t border-ink pt-4">
          <RulingForm
            slug={slug}
            example={example === null ? null : `Step ${example.step + 1}`}
            draft={draft}
            onChange={setDraft}
            isBusy={isBusy}
            act="Keep the change"
            onSubmit={() => void change()}
            onClose={() => setOpen(false)}
          />
        </div>
      ) : (
        <div className="flex flex-wrap gap-2 border-t border-ink pt-4">
          <Button onClick={() => setOpen(true)}>Say it otherwise</Button>
          <Button aria-disabled={isBusy} onClick={() => void takeBack()}>
            Take it back
          </Button>
          <span className="self-center text-ink-2">
            {ruling.questions > 0 &&
              `Taken back, its ${formatNoun(ruling.questions, 'question is', 'questions are')} open again.`}
          </span>
        </div>
      )}
      <Outcome outcome={outcome} className="pt-3" />
    </section>
  )
}
