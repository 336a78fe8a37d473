import { FilterChip, FilterChips } from '@/components/ui/filter-chip'
import { MenuLink } from '@/components/ui/menu'
import { capitalise, formatCount, formatQuantity } from '@/lib/platform/format'
import type { EvaluationOptions, EvaluationResult, ScoreSource } from './evaluation'
import { evaluationOptionsHref } from './evaluation-options'
import { aggregationChoices, getScoreSourceName, neutralTreatmentChoices } from './format-figures'

/** Which scores are evaluated, and how. The URL keeps the options. */
export function EvaluationFilterChips({
  slug,
  sources,
  options,
  defaults,
  result,
}: {
  slug: string
  sources: readonly ScoreSource[]
  options: EvaluationOptions
  defaults: EvaluationOptions
  result: EvaluationResult | null
}) {
  const hrefWith = (change: Partial<EvaluationOptions>) =>
    evaluationOptionsHref(slug, { ...options, ...change }, defaults)
  const makeClearHref = (name: keyof EvaluationOptions) =>
    options[name] === defaults[name] ? null : hrefWith({ [name]: defaults[name] })
  const source = sources.find(({ scores }) => scores === options.scores)
  const findLabel = <T extends string>(choices: readonly { value: T; label: string }[], value: T) =>
    choices.find((choice) => choice.value === value)?.label ?? value
  return (
    <FilterChips label="Options" count={result && describeCount(result)}>
      <FilterChip
        label="Scores"
        value={source ? getScoreSourceName(source) : 'imported'}
        clearHref={makeClearHref('scores')}
      >
        {sources.map((each) => (
          <MenuLink
            key={each.scores}
            href={hrefWith({ scores: each.scores })}
            current={each.scores === options.scores}
          >
            {capitalise(getScoreSourceName(each))}
            <span className="ml-auto pl-4 text-ink-3">{formatCount(each.solutions)}</span>
          </MenuLink>
        ))}
      </FilterChip>
      <FilterChip
        label="Solution score"
        value={findLabel(aggregationChoices, options.aggregation)}
        clearHref={makeClearHref('aggregation')}
      >
        {aggregationChoices.map(({ value, label }) => (
          <MenuLink
            key={value}
            href={hrefWith({ aggregation: value })}
            current={value === options.aggregation}
          >
            {capitalise(label)}
          </MenuLink>
        ))}
      </FilterChip>
      <FilterChip
        label="Neutral"
        value={findLabel(neutralTreatmentChoices, options.neutral)}
        clearHref={makeClearHref('neutral')}
      >
        {neutralTreatmentChoices.map(({ value, label }) => (
          <MenuLink
            key={value}
            href={hrefWith({ neutral: value })}
            current={value === options.neutral}
          >
            {capitalise(label)}
          </MenuLink>
        ))}
      </FilterChip>
    </FilterChips>
  )
}

const describeCount = ({ scored, annotations }: EvaluationResult) =>
  `${formatQuantity(scored, 'scored solution')} · ${formatQuantity(annotations, 'annotation')}`
