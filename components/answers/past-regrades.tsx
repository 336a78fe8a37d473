import { graderChoices } from '@/components/projects/setting-choices'
import { TableSection } from '@/components/ui/table-section'
import { formatInstant } from '@/lib/platform/format'
import type { ListedRegrade } from './answers'
import { describeRegradeOutcome, formatGraderVersion, hasRegradeEnded } from './regrade'

/** Finished regrades, newest first. */
export function PastRegrades({ regrades }: { regrades: readonly ListedRegrade[] }) {
  const endedRegrades = regrades.filter(hasRegradeEnded)
  if (endedRegrades.length === 0) return null
  return (
    <TableSection
      id="past-regrades"
      title="Past regrades"
      note="times in UTC"
      sectionClassName="max-w-[44rem] pt-12"
      rows={endedRegrades}
      rowKey={({ regrade }) => regrade}
      columns={[
        {
          header: 'Started',
          render: ({ createdAt }) => <time dateTime={createdAt}>{formatInstant(createdAt)}</time>,
          renderCaption: nameActors,
        },
        {
          header: 'Mode',
          render: ({ mode }) => graderChoices.find(({ value }) => value === mode)?.label,
          renderCaption: ({ graderVersion }) => formatGraderVersion(graderVersion),
        },
        { header: 'Result', render: describeRegradeOutcome },
      ]}
    />
  )
}

const nameActors = ({ by, appliedBy }: ListedRegrade) =>
  appliedBy === null || appliedBy === by ? `by ${by}` : `by ${by}, applied by ${appliedBy}`
