'use client'

import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { Checkbox } from '@/components/ui/checkbox'
import { OutcomeNotice } from '@/components/ui/outcome-notice'
import { ProgressBar } from '@/components/ui/progress-bar'
import { SectionHeader } from '@/components/ui/section-header'
import { SelectField } from '@/components/ui/select-field'
import { TextField } from '@/components/ui/text-field'
import { formatCount, formatQuantity } from '@/lib/platform/format'
import { stepTextFilterMaxLength } from '@/lib/questions/decision-limits'
import { AffectedAnnotationsTable } from './affected-annotations-table'
import { describeAffectedAnnotations } from './describe-questions'
import type { DecisionReply } from './question'
import { type AffectedAnnotationsFilter, useAffectedAnnotations } from './use-affected-annotations'

const defaultFilter: AffectedAnnotationsFilter = {
  fromQuestions: true,
  sameSolution: false,
  hasNote: false,
  stepText: '',
  errorTag: null,
}

/** Previews the annotations that a published decision affects, and returns them to their annotators. */
export function AffectedAnnotations({
  slug,
  decision,
  errorTags,
}: {
  slug: string
  decision: DecisionReply
  errorTags: readonly { tag: string; label: string }[]
}) {
  const [filter, setFilter] = useState(defaultFilter)
  const { affected, lastPreview, status, outcome, returnedCount, returnAll } =
    useAffectedAnnotations(slug, decision.decision, filter)
  const change = (changedFields: Partial<AffectedAnnotationsFilter>) =>
    setFilter({ ...filter, ...changedFields })
  const annotationCount = affected?.annotations ?? 0
  return (
    <section aria-labelledby="affected">
      <SectionHeader id="affected" title="Affected annotations">
        made before version {decision.guidelineVersion}
      </SectionHeader>
      <div className="grid gap-4 border-t border-ink pt-3">
        <AffectedFilterFields
          filter={filter}
          decision={decision}
          errorTags={errorTags}
          onChange={change}
        />
        <div aria-live="polite">
          {lastPreview && status?.kind !== 'error' && (
            <p className={affected ? undefined : 'text-ink-3'}>
              {describeAffectedAnnotations(lastPreview)}
            </p>
          )}
        </div>
        {(status || affected?.annotations !== 0) && (
          <AffectedAnnotationsTable
            affected={lastPreview ?? { listed: [], annotations: 0, areTimesRounded: false }}
            status={status}
          />
        )}
        {returnedCount !== null && (
          <div>
            <ProgressBar
              label="Returning"
              value={returnedCount}
              max={lastPreview?.annotations ?? 1}
            />
            <p className="pt-1 text-caption text-ink-3">{formatCount(returnedCount)} returned</p>
          </div>
        )}
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <Button
            tone="primary"
            aria-disabled={annotationCount === 0 || returnedCount !== null}
            onClick={() => void returnAll()}
          >
            {annotationCount === 0
              ? 'Nothing to return'
              : `Return ${formatQuantity(annotationCount, 'annotation')}`}
          </Button>
          <span className="text-caption text-ink-3">
            Annotators keep their ratings and correct what the decision changes.
          </span>
        </div>
        <OutcomeNotice outcome={outcome} />
      </div>
    </section>
  )
}

function AffectedFilterFields({
  filter,
  decision,
  errorTags,
  onChange,
}: {
  filter: AffectedAnnotationsFilter
  decision: DecisionReply
  errorTags: readonly { tag: string; label: string }[]
  onChange: (changedFields: Partial<AffectedAnnotationsFilter>) => void
}) {
  return (
    <>
      <Checkbox
        label="Annotations whose questions this decision answers"
        checked={filter.fromQuestions}
        onChange={(fromQuestions) => onChange({ fromQuestions })}
      />
      <fieldset className="grid gap-2">
        <legend className="pb-1 font-label">
          Also include annotations that meet all of these conditions
        </legend>
        {decision.example && (
          <Checkbox
            label="Same solution as the example"
            checked={filter.sameSolution}
            onChange={(sameSolution) => onChange({ sameSolution })}
          />
        )}
        <Checkbox
          label="Has a flag or comment"
          hint={
            decision.example
              ? 'With “Same solution as the example”, the flag or comment must be on the example’s step. With “Step contains”, it must be on a matching step.'
              : 'With “Step contains”, the flag or comment must be on a matching step.'
          }
          checked={filter.hasNote}
          onChange={(hasNote) => onChange({ hasNote })}
        />
        <div className="grid max-w-measure items-start gap-3 desk:grid-cols-2">
          <TextField
            label="Step contains"
            name="stepText"
            value={filter.stepText}
            maxLength={stepTextFilterMaxLength}
            onChange={(event) => onChange({ stepText: event.target.value })}
            hint="Ignores case."
            autoComplete="off"
          />
          {errorTags.length > 0 && (
            <SelectField
              label="Error type"
              value={filter.errorTag ?? ''}
              onChange={(tag) => onChange({ errorTag: tag === '' ? null : tag })}
              choices={[
                { value: '', label: 'Any' },
                ...errorTags.map(({ tag, label }) => ({ value: tag, label })),
              ]}
            />
          )}
        </div>
      </fieldset>
    </>
  )
}
