'use client'

import { useState } from 'react'
import { TypesetContent } from '@/components/math/typeset-content'
import { useTypesetter } from '@/components/math/use-typesetter'
import { QuietButton } from '@/components/ui/quiet-button'
import { RatingIcon } from '@/components/ui/rating-icon'
import { SectionHeader } from '@/components/ui/section-header'
import { formatCount, formatQuantity } from '@/lib/platform/format'
import { describeSampleVerdict, describeSampleSplitter } from './describe-sample'
import type { ImportSample } from './import-reply'

const maxSteps = 12

/** The first solutions of a file, one at a time, as annotators will see them. */
export function ImportSamplePreview({ samples }: { samples: readonly ImportSample[] }) {
  const [selectedIndex, setSelectedIndex] = useState(0)
  const index = Math.min(selectedIndex, samples.length - 1)
  const sample = samples[index]
  if (!sample) return null
  return (
    <section aria-labelledby="sample">
      <SectionHeader id="sample" title="Preview">
        {formatQuantity(sample.steps.length, 'step')}, {describeSampleSplitter(sample)}
      </SectionHeader>
      <div className="border-t border-b border-t-ink border-b-rule pt-3 pb-4">
        <SampleText key={index} sample={sample} />
      </div>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1 pt-2">
        <p className="text-caption wrap-anywhere text-ink-3">{describeSampleVerdict(sample)}</p>
        {samples.length > 1 && (
          <p className="ml-auto flex items-center gap-1 text-caption text-ink-3">
            <span role="status">
              Example {index + 1} of {samples.length}
            </span>
            <QuietButton
              aria-label="Previous example"
              onClick={() => setSelectedIndex((index + samples.length - 1) % samples.length)}
            >
              Previous
            </QuietButton>
            <QuietButton
              aria-label="Next example"
              onClick={() => setSelectedIndex((index + 1) % samples.length)}
            >
              Next
            </QuietButton>
          </p>
        )}
      </div>
    </section>
  )
}

function SampleText({ sample }: { sample: ImportSample }) {
  const typeset = useTypesetter()
  const { problem, steps, ratings } = sample
  const hiddenCount = steps.length - maxSteps
  return (
    <div className="font-read text-[1rem]/6.5 font-text wrap-anywhere">
      <TypesetContent text={typeset(problem)} />
      <ol className="pt-2">
        {steps.slice(0, maxSteps).map((step, index) => (
          <li
            key={index}
            className={`grid items-baseline gap-x-4 py-1.25 ${ratings ? 'grid-cols-[1.5rem_1rem_1fr]' : 'grid-cols-[1.5rem_1fr]'}`}
          >
            <span
              aria-hidden="true"
              className="pr-1 text-right font-ui text-ui font-book text-ink-3"
            >
              {index + 1}
            </span>
            {ratings && <RatingMark rating={ratings[index] ?? null} />}
            <div className="min-w-0">
              <TypesetContent text={typeset(step)} />
            </div>
          </li>
        ))}
      </ol>
      {hiddenCount > 0 && (
        <p className="pt-2 pl-10 font-ui text-ui font-book text-ink-3">
          {formatCount(hiddenCount)} more steps
        </p>
      )}
    </div>
  )
}

function RatingMark({ rating }: { rating: number | null }) {
  if (rating === null)
    return (
      <span className="text-center font-ui text-ui text-ink-3">
        <span aria-hidden="true">·</span>
        <span className="sr-only">not rated</span>
      </span>
    )
  const [shape, label] =
    rating < 0
      ? (['cross', 'negative'] as const)
      : rating > 0
        ? (['tick', 'positive'] as const)
        : (['dash', 'neutral'] as const)
  return (
    <span>
      <RatingIcon shape={shape} label={label} className="inline-block size-4 align-[-3px]" />
    </span>
  )
}
