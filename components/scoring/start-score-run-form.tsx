import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { ChoiceList } from '@/components/ui/choice-list'
import { CommandLineText } from '@/components/ui/command-line-text'
import { SelectField } from '@/components/ui/select-field'
import type { scoreRunScopes } from '@/lib/scoring/contract'
import { formatScorerVersion } from '@/lib/scoring/score-run-name'
import { findEmbeddedScorer, listModelServers, listTrainedVersions, type Scorer } from './scorer'
import type { ScoreRunsState, ScoreRunInput } from './use-score-runs'

type Scope = (typeof scoreRunScopes)[number]

const scopeChoices = [
  {
    value: 'all',
    label: 'All solutions',
    hint: 'Includes labelled ones, which Evaluate needs.',
  },
  {
    value: 'unlabelled',
    label: 'Unlabelled solutions',
    hint: 'Faster, and enough for a round.',
  },
] as const satisfies readonly { value: Scope; label: string; hint: string }[]

interface ScorerOption {
  value: string
  label: string
  input: Pick<ScoreRunInput, 'scorer' | 'version'>
  /** Arguments of `stepmark score run` that name the scorer. */
  cliArguments: string
}

/** Starts a run of one scorer on all or on unlabelled solutions. */
export function StartScoreRunForm({
  slug,
  scorers,
  scoreRuns,
}: {
  slug: string
  scorers: readonly Scorer[]
  scoreRuns: ScoreRunsState
}) {
  const options = listScorerOptions(scorers)
  const [value, setValue] = useState('')
  const [scope, setScope] = useState<Scope>('all')
  const selectedOption = options.find((option) => option.value === value) ?? options[0]
  if (!selectedOption)
    return (
      <p className="text-strong text-ink-2">
        Train the embedded scorer or connect a model server to start a score run.
      </p>
    )
  return (
    <form
      aria-label="Start score run"
      className="grid gap-5 text-strong"
      onSubmit={(event) => {
        event.preventDefault()
        void scoreRuns.start({ ...selectedOption.input, scope })
      }}
    >
      <SelectField
        label="Scorer"
        choices={options}
        value={selectedOption.value}
        onChange={setValue}
      />
      <ChoiceList
        legend="Solutions"
        name="scope"
        choices={scopeChoices}
        value={scope}
        onChange={setScope}
      />
      <div className="grid gap-2">
        <div>
          <Button type="submit" aria-disabled={scoreRuns.isBusy}>
            Start run
          </Button>
        </div>
        <CommandLineText
          command={`npm run -s stepmark -- score run ${selectedOption.cliArguments}${scope === 'all' ? '' : ' --scope unlabelled'} --project ${slug}`}
        />
        <p className="text-caption text-ink-3">
          A run scores the solutions that exist now and keeps its own scores. The queue changes when
          you start a round that uses them.
        </p>
      </div>
    </form>
  )
}

function listScorerOptions(scorers: readonly Scorer[]): ScorerOption[] {
  const embedded = findEmbeddedScorer(scorers)
  const versions = embedded ? listTrainedVersions(embedded) : []
  return [
    ...versions.map(({ version, hasFewLabels }, index): ScorerOption => ({
      value: `${embedded?.scorer} ${version}`,
      label: `${formatScorerVersion(embedded?.name ?? '', version)}${hasFewLabels ? ', few labels' : ''}`,
      input: { scorer: embedded?.scorer ?? '', version },
      cliArguments: `${quoteForShell(embedded?.name ?? '')}${index === 0 ? '' : ` --scorer-version ${version}`}`,
    })),
    ...listModelServers(scorers)
      .filter(({ isRetired }) => !isRetired)
      .map(({ scorer, name }): ScorerOption => ({
        value: scorer,
        label: name,
        input: { scorer },
        cliArguments: quoteForShell(name),
      })),
  ]
}

/** Quotes a word for a shell if needed. */
const quoteForShell = (name: string) =>
  /^[\w.-]+$/.test(name) ? name : `'${name.replaceAll("'", String.raw`'\''`)}'`
