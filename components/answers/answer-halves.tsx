import type { ReactNode } from 'react'
import { TypesetContent } from '@/components/math/typeset-content'
import { joinClasses } from '@/components/ui/join-classes'
import type { TypesetText } from '@/lib/typesetting/typeset'
import { answerHalvesClasses } from './answer-list-table'

/** An answer and the reference answer side by side. */
export function AnswerHalves({
  label,
  answer,
  referenceAnswer,
}: {
  label: string
  /** Null if there is none. */
  answer: TypesetText | null
  referenceAnswer: TypesetText
}) {
  return (
    <div
      className={joinClasses(answerHalvesClasses, 'font-read text-excerpt font-text wrap-anywhere')}
    >
      <AnswerHalf label={label}>
        {answer ? <TypesetContent text={answer} /> : <span className="text-ink-3">none</span>}
      </AnswerHalf>
      <AnswerHalf label="Reference">
        <TypesetContent text={referenceAnswer} />
      </AnswerHalf>
    </div>
  )
}

/** Scrolls sideways if the answer is wider than its half. */
function AnswerHalf({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="min-w-0 overflow-x-auto overflow-y-hidden">
      <span className="sr-only">{label}: </span>
      {children}
    </div>
  )
}
