import { PageLayout } from '@/components/ui/page-layout'
import { PageTitle } from '@/components/ui/page-title'
import {
  describeScorers,
  describeUnusedVersion,
  formatColdStartWarning,
  type RankedRound,
} from './describe-scorers'
import { EmbeddedScorerSection } from './embedded-scorer-section'
import { ModelServersSection } from './model-servers-section'
import { ScoreRunsSection } from './score-runs-section'
import {
  findEmbeddedScorer,
  listModelServers,
  listTrainedVersions,
  type Scorer,
  type ScorerList,
  type ScoreRun,
  type ScoreRunDetails,
  type ScorersPageParams,
} from './scorer'
import { ScorerCalibrationFigure, ScorerVersionSummary } from './scorer-calibration-figure'
import { ScorerVersionTable } from './scorer-version-table'

interface ScorersPageProps {
  slug: string
  isAdmin: boolean
  list: ScorerList
  runs: readonly ScoreRun[]
  /** The selected run; null if there is none. */
  details: ScoreRunDetails | null
  rounds: readonly RankedRound[]
  params: ScorersPageParams
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
  const embedded = findEmbeddedScorer(list.scorers)
  return (
    <PageLayout>
      <PageTitle
        title="Scorers"
        abstract={describeScorers(list, runs, rounds)}
        learnMore={{ doc: 'scoring', topic: 'scoring' }}
      />
      <div className="grid gap-12">
        <EmbeddedScorerSection
          slug={slug}
          isAdmin={isAdmin}
          embedded={embedded}
          labelledCount={list.labelled}
          warning={formatColdStartWarning(list.labelled)}
        >
          {embedded && (
            <EmbeddedScorerVersions slug={slug} embedded={embedded} runs={runs} params={params} />
          )}
        </EmbeddedScorerSection>
        <ModelServersSection
          slug={slug}
          isAdmin={isAdmin}
          servers={listModelServers(list.scorers)}
        />
        <ScoreRunsSection
          slug={slug}
          isAdmin={isAdmin}
          scorers={list.scorers}
          initial={{ runs, details }}
          version={params.version}
        />
      </div>
    </PageLayout>
  )
}

function EmbeddedScorerVersions({
  slug,
  embedded,
  runs,
  params,
}: {
  slug: string
  embedded: Scorer
  runs: readonly ScoreRun[]
  params: ScorersPageParams
}) {
  const measuredVersions = embedded.versions.filter(({ metrics }) => metrics !== null)
  const selectedVersion =
    measuredVersions.find(({ version }) => version === params.version) ??
    measuredVersions[0] ??
    null
  const unusedVersionText = describeUnusedVersion(listTrainedVersions(embedded), runs)
  return (
    <div className="grid grid-cols-12 items-start gap-x-6 gap-y-8">
      <div className="col-span-12 wide:col-span-7">
        {unusedVersionText !== null && (
          <p className="pb-4 text-strong text-ink-2">{unusedVersionText}</p>
        )}
        <ScorerVersionTable
          slug={slug}
          versions={embedded.versions}
          selectedVersion={selectedVersion}
          run={params.run}
        />
        {selectedVersion?.metrics && (
          <ScorerVersionSummary
            version={selectedVersion.version}
            metrics={selectedVersion.metrics}
          />
        )}
      </div>
      {selectedVersion?.metrics && (
        <div className="col-span-12 wide:col-span-5">
          <ScorerCalibrationFigure metrics={selectedVersion.metrics} />
        </div>
      )}
    </div>
  )
}
