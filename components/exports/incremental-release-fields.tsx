import { FormGroup } from '@/components/ui/form-group'
import { SelectField } from '@/components/ui/select-field'
import { formatReleaseName, type Release } from './release'
import type { ReleaseFieldsProps } from './release-form-fields'

export function IncrementalReleaseFields({
  fields,
  change,
  earlierReleases,
}: ReleaseFieldsProps & { earlierReleases: readonly Release[] }) {
  if (earlierReleases.length === 0) return null
  return (
    <FormGroup
      title="Incremental"
      description="Include only what is new or changed since an earlier release."
    >
      <SelectField
        label="Contents"
        value={fields.since}
        onChange={(since) =>
          change({
            since,
            keepsSplit: true,
            heldOutAction: findHeldOutAction(earlierReleases, since),
          })
        }
        choices={[
          { value: '', label: 'All annotations' },
          ...earlierReleases.map((release) => ({
            value: String(release.number),
            label: `New or changed since release ${formatReleaseName(release)}`,
          })),
        ]}
      />
    </FormGroup>
  )
}

function findHeldOutAction(earlierReleases: readonly Release[], since: string) {
  const base = earlierReleases.find(({ number }) => String(number) === since)
  return base?.options.heldOut.action ?? 'exclude'
}
