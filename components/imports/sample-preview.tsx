'use client'

import { useEffect, useState } from 'react'
import { Typeset } from '@/components/math/typeset'
import { formatCount, formatNoun } from '@/lib/platform/format'
import { SectionHead } from '@/components/ui/section-head'
import type { TypesetText } from '@/lib/problems/typeset'
import type { ImportReport } from './import-report'

/** Enough to see whether problem and steps were understood. */
const shownSteps = 12

/** The first solution of a file, as people will read it. */
export function SamplePreview({ sample }: { sample: ImportReport['sample'] }) {
  const typeset = useTypeset()
  if (!sample) return null
  const { problem, steps, answer } = sample
  const hidden = steps.length - shownSteps
  return (
    <section aria-labelledby="sample">
      <SectionHead id="sample" title="The first solution, as people will read it">
        {formatNoun(steps.length, 'step')}
      </SectionHead>
      <div className="border-t border-b border-t-ink border-b-rule pt-3 pb-4 font-read text-[1rem]/6.5 font-text wrap-anywhere">
        <Typeset text={typeset(problem)} />
        <ol className="pt-2">
          {steps.slice(0, shownSteps).map((step, index) => (
            <li key={index} className="grid grid-cols-[1.5rem_1fr] items-baseline gap-x-4 py-1.25">
              <span
                aria-hidden="true"
                className="pr-1 text-right font-ui text-ui font-book text-ink-3"
              >
                {index + 1}
              </span>
              <div className="min-w-0">
                <Typeset text={typeset(step)} />
              </div>
            </li>
          ))}
        </ol>
        {hidden > 0 && (
          <p className="pt-2 pl-10 font-ui text-ui font-book text-ink-3">
            and {formatCount(hidden)} more
          </p>
        )}
      </div>
      <p className="pt-2 text-caption wrap-anywhere text-ink-3">
        {answer === null ? 'No final answer was found.' : `Its final answer is read as ${answer}.`}
      </p>
    </section>
  )
}

/** Sets formulas once what does it is loaded; until then texts stand as they came. */
function useTypeset(): (source: string) => TypesetText {
  const [typeset, setTypeset] = useState<(source: string) => TypesetText>(() => asText)
  useEffect(() => {
    void import('@/lib/problems/typeset-text').then(({ typesetText }) =>
      setTypeset(() => typesetText),
    )
  }, [])
  return typeset
}

function asText(source: string): TypesetText {
  return [{ kind: 'paragraph', pieces: [{ kind: 'text', text: source }] }]
}
