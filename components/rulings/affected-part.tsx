'use client'

import { useState } from 'react'
import { Check } from '@/components/projects/check'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { Outcome } from '@/components/ui/outcome'
import { ProgressBar } from '@/components/ui/progress-bar'
import { SectionHead } from '@/components/ui/section-head'
import { SelectField } from '@/components/ui/select-field'
import { formatCount, formatNoun } from '@/lib/platform/format'
import { affectedWordsMaxLength } from '@/lib/review/ruling-limits'
import { AffectedTable } from './affected-table'
import { describeAffected } from './describe-questions'
import type { RulingReply } from './question'
import { type AffectedAsked, useAffected } from './use-affected'

const atFirst: AffectedAsked = {
  questions: true,
  example: false,
  noted: false,
  words: '',
  tag: null,
}

/** The labels that a published ruling touches: which, how many, and the one act that sends them back. */
export function AffectedPart({
  slug,
  ruling,
  errorTags,
}: {
  slug: string
  ruling: RulingReply
  errorTags: readonly { tag: string; words: string }[]
}) {
  const [asked, setAsked] = useState(atFirst)
  const { shown, last, failure, outcome, sent, sendBack } = useAffected(slug, ruling.ruling, asked)
  const change = (changed: Partial<AffectedAsked>) => setAsked({ ...asked, ...changed })
  const count = shown?.annotations ?? 0
  return (
    <section aria-labelledby="affected">
      <SectionHead id="affected" title="Labels that it touches">
        made before version {ruling.guidelineVersion}
      </SectionHead>
      <div className="grid gap-4 border-t border-ink pt-3">
        <AffectedFields asked={asked} ruling={ruling} errorTags={errorTags} onChange={change} />
        <div aria-live="polite">
          {failure !== null && <p className="text-negative">{failure}</p>}
          {last && failure === null && (
            <p className={shown ? undefined : 'text-ink-3'}>{describeAffected(last)}</p>
          )}
        </div>
        {last && last.listed.length > 0 && <AffectedTable affected={last} />}
        {sent !== null && (
          <div>
            <ProgressBar label="Sending back" value={sent} max={last?.annotations ?? 1} />
            <p className="pt-1 text-caption text-ink-3">{formatCount(sent)} sent back</p>
          </div>
        )}
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <Button
            tone="primary"
            aria-disabled={count === 0 || sent !== null}
            onClick={() => void sendBack()}
          >
            {count === 0 ? 'Nothing to send back' : `Send ${formatNoun(count, 'annotation')} back`}
          </Button>
          <span className="text-caption text-ink-3">
            What they were is kept. Who gave them sees their ratings, and changes what is to be
            changed.
          </span>
        </div>
        <Outcome outcome={outcome} />
      </div>
    </section>
  )
}

function AffectedFields({
  asked,
  ruling,
  errorTags,
  onChange,
}: {
  asked: AffectedAsked
  ruling: RulingReply
  errorTags: readonly { tag: string; words: string }[]
  onChange: (changed: Partial<AffectedAsked>) => void
}) {
  return (
    <>
      <Check
        label={`Those that its questions came from (${formatNoun(ruling.questions, 'question')})`}
        checked={asked.questions}
        onChange={(questions) => onChange({ questions })}
      />
      <fieldset className="grid gap-2">
        <legend className="pb-1 font-label">And those of which all of this holds</legend>
        {ruling.example && (
          <Check
            label="Rated the solution of the worked example"
            checked={asked.example}
            onChange={(example) => onChange({ example })}
          />
        )}
        <Check
          label="With a flag or a comment"
          hint="On the step of the example, or on one with the words below, where that is asked too."
          checked={asked.noted}
          onChange={(noted) => onChange({ noted })}
        />
        <div className="grid max-w-measure items-start gap-3 desk:grid-cols-2">
          <Field
            label="Rated a step with these words"
            name="words"
            value={asked.words}
            maxLength={affectedWordsMaxLength}
            onChange={(event) => onChange({ words: event.target.value })}
            hint="Small letters and capitals are alike."
            autoComplete="off"
          />
          {errorTags.length > 0 && (
            <SelectField
              label="With this kind of error"
              value={asked.tag ?? ''}
              onChange={(tag) => onChange({ tag: tag === '' ? null : tag })}
              choices={[
                { value: '', label: 'Any, or none' },
                ...errorTags.map(({ tag, words }) => ({ value: tag, label: words })),
              ]}
            />
          )}
        </div>
      </fieldset>
    </>
  )
}
