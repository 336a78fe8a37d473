import type { ReactNode, Ref } from 'react'
import { CollapsibleProblem } from '@/components/annotations/collapsible-problem'
import { TypesetContent } from '@/components/math/typeset-content'
import type { Comparison } from './review'

interface SolutionProblemProps {
  solution: Pick<Comparison, 'problem' | 'answer' | 'reference' | 'score'>
  isOpen: boolean
  isRaw: boolean
  problemKey: string
  onToggle: () => void
  ref?: Ref<HTMLElement>
}

/** The problem with the final answer, reference answer and score. */
export function SolutionProblemPanel({
  solution,
  isOpen,
  isRaw,
  problemKey,
  onToggle,
  ref,
}: SolutionProblemProps) {
  const { problem, answer, reference, score } = solution
  return (
    <section
      ref={ref}
      aria-label="Problem"
      className="top-head z-20 border-b border-rule bg-paper desk:sticky"
    >
      <div className="sheet-wide sheet-row pt-5 pb-4 max-desk:grid-cols-1! max-desk:gap-y-1 max-desk:pt-2 max-desk:pb-3">
        <CollapsibleProblem
          problem={problem}
          isOpen={isOpen}
          isRaw={isRaw}
          keyName={problemKey}
          onToggle={onToggle}
          className="col-start-3 min-w-0 text-reading max-desk:col-start-1"
        />
        <dl className="col-span-2 col-start-5 flex min-w-0 flex-wrap gap-x-8 gap-y-1 self-start pt-1.5 pl-3 max-desk:col-start-1 max-desk:gap-x-5 max-desk:p-0">
          {answer && (
            <Fact name="Answer">
              <TypesetContent text={answer.text} />
            </Fact>
          )}
          {reference && (
            <Fact name="Reference">
              <TypesetContent text={reference.text} />
            </Fact>
          )}
          {score !== null && (
            <Fact name="Score">
              <b>{score.toFixed(2)}</b>
            </Fact>
          )}
        </dl>
      </div>
    </section>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex min-w-0 items-baseline gap-2">
      <dt className="text-ink-3">{name}</dt>
      <dd className="scroll-box max-w-56 min-w-0 overflow-x-auto overflow-y-hidden font-read text-excerpt font-text [&_b]:font-ui [&_b]:text-ui">
        {children}
      </dd>
    </div>
  )
}
