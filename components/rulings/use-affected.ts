import { useRouter } from 'next/navigation'
import { useEffect, useState } from 'react'
import type { OutcomeWords } from '@/components/ui/outcome'
import { call } from '@/lib/client/call'
import { describeError } from '@/lib/client/read-refusal'
import { formatNoun } from '@/lib/platform/format'
import type { previewAffectedContract, returnAffectedContract } from '@/lib/review/rulings-contract'
import type { Affected } from './question'

/** What is asked for, as calls take it. */
export interface AffectedAsked {
  questions: boolean
  example: boolean
  noted: boolean
  words: string
  tag: string | null
}

export interface ShownAffected extends Affected {
  key: string
}

const pauseMs = 300

/** What a ruling touches by what is asked for, and the act that sends it back, some at a time. */
export function useAffected(slug: string, ruling: number, asked: AffectedAsked) {
  const router = useRouter()
  const [shown, setShown] = useState<ShownAffected | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const [outcome, setOutcome] = useState<OutcomeWords | null>(null)
  /** Sent back by now; null while nothing is being sent. */
  const [sent, setSent] = useState<number | null>(null)
  /** Goes up when what is shown is to be looked up again. */
  const [round, setRound] = useState(0)
  const key = JSON.stringify([round, asked])

  useEffect(() => {
    const controller = new AbortController()
    const [, filter] = JSON.parse(key) as [number, AffectedAsked]
    async function look() {
      try {
        const found = await call<typeof previewAffectedContract>(
          { method: 'post', path: '/projects/{project}/rulings/{ruling}/affected' },
          { project: slug, ruling, ...filter },
          { signal: controller.signal },
        )
        if (controller.signal.aborted) return
        setShown({ ...found, key })
        setFailure(null)
      } catch (error) {
        if (!controller.signal.aborted) setFailure(describeError(error))
      }
    }
    const timer = setTimeout(() => void look(), pauseMs)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [slug, ruling, key])

  async function sendBack() {
    if (sent !== null || shown?.key !== key || shown.annotations === 0) return
    let returned = 0
    setSent(0)
    setOutcome(null)
    try {
      let after: string | null = null
      do {
        const part: { returned: number; next: string | null } = await call<
          typeof returnAffectedContract
        >(
          { method: 'post', path: '/projects/{project}/rulings/{ruling}/returns' },
          { project: slug, ruling, ...asked, after },
        )
        returned += part.returned
        after = part.next
        setSent(returned)
      } while (after !== null)
      const words = `${formatNoun(returned, 'annotation', 'annotations')} went back. ${returned === 1 ? 'Its annotator is' : 'Their annotators are'} served ${returned === 1 ? 'it' : 'them'} first, after reading what is new.`
      setOutcome({ kind: 'done', words })
    } catch (error) {
      const safe =
        returned > 0
          ? `${formatNoun(returned, 'annotation', 'annotations')} went back before this; none goes twice. `
          : ''
      setOutcome({ kind: 'wrong', words: `${safe}${describeError(error)}` })
    } finally {
      setSent(null)
      setRound((before) => before + 1)
      router.refresh()
    }
  }

  return { shown: shown?.key === key ? shown : null, last: shown, failure, outcome, sent, sendBack }
}
