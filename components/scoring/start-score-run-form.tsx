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

const takesChoices = [
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

interface Offer {
  value: string
  label: string
  start: Pick<ScoreRunInput, 'scorer' | 'version'>
  /** Name for the command line. */
  named: string
}

/** Starts a score run: scorer and solutions. */
export function StartScoreRunForm({
  slug,
  scorers,
  view,
}: {
  slug: string
  scorers: readonly Scorer[]
  view: ScoreRunsState
}) {
  const offers = listOffers(scorers)
  const [value, setValue] = useState('')
  const [scope, setScope] = useState<Scope>('all')
  const offer = offers.find((each) => each.value === value) ?? offers[0]
  if (!offer)
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
        void view.start({ ...offer.start, scope })
      }}
    >
      <SelectField label="Scorer" choices={offers} value={offer.value} onChange={setValue} />
      <ChoiceList
        legend="Solutions"
        name="scope"
        choices={takesChoices}
        value={scope}
        onChange={setScope}
      />
      <div className="grid gap-2">
        <div>
          <Button type="submit" aria-disabled={view.isBusy}>
            Start run
          </Button>
        </div>
        <CommandLineText
          command={`npm run -s stepmark -- score run ${offer.named}${scope === 'all' ? '' : ' --scope unlabelled'} --project ${slug}`}
        />
        <p className="text-caption text-ink-3">
          A run scores the solutions that exist now and keeps its own scores. The queue changes when
          you start a round that uses them.
        </p>
      </div>
    </form>
  )
}

function listOffers(scorers: readonly Scorer[]): Offer[] {
  const embedded = findEmbeddedScorer(scorers)
  const versions = embedded ? listTrainedVersions(embedded) : []
  return [
    ...versions.map(({ version, knowsLittle }, index): Offer => ({
      value: `${embedded?.scorer} ${version}`,
      label: `${formatScorerVersion(embedded?.name ?? '', version)}${knowsLittle ? ', few labels' : ''}`,
      start: { scorer: embedded?.scorer ?? '', version },
      named: `${quote(embedded?.name ?? '')}${index === 0 ? '' : ` --scorer-version ${version}`}`,
    })),
    ...listModelServers(scorers)
      .filter(({ isRetired }) => !isRetired)
      .map(({ scorer, name }): Offer => ({
        value: scorer,
        label: name,
        start: { scorer },
        named: quote(name),
      })),
  ]
}

/** Quotes a word for a shell if needed. */
const quote = (name: string) =>
  /^[\w.-]+$/.test(name) ? name : `'${name.replaceAll("'", String.raw`'\''`)}'`
