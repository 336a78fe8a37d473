import { Page, PageTitle } from '@/components/ui/page'
import { CalibrationFigure, VersionSummary } from './calibration-figure'
import { describeScorers, type RankingRound, warnOfColdStart } from './describe-scorers'
import { EmbeddedSection } from './embedded-section'
import { RunsSection } from './runs-section'
import {
  findEmbedded,
  listServers,
  type Scorer,
  type ScorerList,
  type ScoreRun,
  type ScoreRunDetails,
  type ScorersParams,
} from './scorer'
import { ServersSection } from './servers-section'
import { VersionTable } from './version-table'

interface ScorersPageProps {
  slug: string
  isAdmin: boolean
  list: ScorerList
  runs: readonly ScoreRun[]
  /** The selected run; null if there is none. */
  details: ScoreRunDetails | null
  rounds: readonly RankingRound[]
  params: ScorersParams
}

/** Where scores come from, how good they are, and the runs that made them. */
export function ScorersPage({
  slug,
  isAdmin,
  list,
  runs,
  details,
  rounds,
  params,
}: ScorersPageProps) {
  const embedded = findEmbedded(list.scorers)
  return (
    <Page>
      <PageTitle
        title="Scorers"
        abstract={describeScorers(list, runs, rounds)}
        learnMore={{ doc: 'scoring', topic: 'scoring' }}
      />
      <div className="grid gap-12">
        <EmbeddedSection
          slug={slug}
          isAdmin={isAdmin}
          embedded={embedded}
          labelled={list.labelled}
          warning={warnOfColdStart(list.labelled)}
        >
          {embedded && <Versions slug={slug} embedded={embedded} params={params} />}
        </EmbeddedSection>
        <ServersSection slug={slug} isAdmin={isAdmin} servers={listServers(list.scorers)} />
        <RunsSection
          slug={slug}
          isAdmin={isAdmin}
          scorers={list.scorers}
          initial={{ runs, details }}
          version={params.version}
        />
      </div>
    </Page>
  )
}

function Versions({
  slug,
  embedded,
  params,
}: {
  slug: string
  embedded: Scorer
  params: ScorersParams
}) {
  const measured = embedded.versions.filter(({ metrics }) => metrics !== null)
  const selectedVersion =
    measured.find(({ version }) => version === params.version) ?? measured[0] ?? null
  return (
    <div className="grid grid-cols-12 items-start gap-x-6 gap-y-8">
      <div className="col-span-12 wide:col-span-7">
        <VersionTable
          slug={slug}
          versions={embedded.versions}
          chosen={selectedVersion}
          run={params.run}
        />
        {selectedVersion?.metrics && (
          <VersionSummary version={selectedVersion.version} metrics={selectedVersion.metrics} />
        )}
      </div>
      {selectedVersion?.metrics && (
        <div className="col-span-12 wide:col-span-5">
          <CalibrationFigure metrics={selectedVersion.metrics} />
        </div>
      )}
    </div>
  )
}
